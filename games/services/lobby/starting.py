"""Who may sit down at a table, and starting it while seats are free."""

from accounts.models import User
from games import reliability
from games.models import Game, Message
from games.refusals import Refused
from games.rules.base import Ruleset
from games.rules.registry import ruleset


def with_fewer(game: Game, free: list[int]) -> None:
    """Removes the free seats (by id) of a locked table. Raises `Refused` ("too_few")."""
    rules = ruleset(game.ruleset)
    taken = game.seat_count - len(free)
    if taken not in rules.SEATS:
        raise Refused(
            "too_few",
            {"seats": list(rules.SEATS)},
            known=counts(rules),
            given=taken,
        )
    # What was said from a free seat stays, with its author, at one that stays.
    first = game.seats.exclude(pk__in=free).order_by("index").first()
    Message.objects.filter(seat__in=free).update(seat=first)
    game.seats.filter(pk__in=free).delete()
    game.seat_count = taken
    for index, seat in enumerate(game.seats.order_by("index")):
        if seat.index != index:
            seat.index = index
            seat.save(update_fields=["index"])


def check_reliable(game: Game, user: User) -> None:
    """Refuses whoever misses more hands than the table allows. Newcomers have no record yet and
    may join."""
    if user.is_bot or not game.least_share:
        return
    share = reliability.habits([user.pk])[user.pk].share
    if share is not None and share < game.least_share:
        raise Refused(
            "not_reliable",
            {"least": game.least_share, "share": share},
            least=game.least_share,
            share=share,
        )


def counts(rules: Ruleset) -> str:
    """The allowed numbers of players, as text: "3, 4, 5"."""
    return ", ".join(map(str, rules.SEATS))
