"""Reads of many at once: pages of games, their open hands, the opened bids of several hands.

They extend `games.selectors`, which has the reads of one game and of one person.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.lookups import GreaterThanOrEqual

from accounts.models import User
from games import kept_bids
from games.models import Bid, Game, Hand, Seat
from games.selectors.access import Viewer, read_games


@dataclass(frozen=True)
class Wanted:
    """Filters for a list of games; empty fields don't filter.

    `free` is the minimum number of free seats; only open tables have any.
    """

    state: str = ""
    ruleset: str = ""
    mine: bool = False
    free: int = 0
    player: User | None = None  # who sits there


def page_of_games(viewer: Viewer, wanted: Wanted, before: int | None, limit: int) -> list[Game]:
    """At most `limit` visible games, newest first, all older than the primary key `before`.

    Public games and one's own are read separately, each by its own index, and merged, so that the
    cost does not grow with the number of games.
    """
    ids = [] if wanted.mine else list(_public_ids(wanted, before)[:limit])
    if isinstance(viewer, User):
        ids += _own_ids(viewer, wanted, before)[:limit]
    chosen = sorted(set(ids), reverse=True)[:limit]
    games = read_games(chosen)
    return [games[pk] for pk in chosen]


def key_of(code: str) -> int | None:
    """The primary key of a game, for paging."""
    return Game.objects.filter(code=code).values_list("pk", flat=True).first()


def _public_ids(wanted: Wanted, before: int | None) -> "QuerySet[Game, int]":
    games = Game.objects.filter(_asked(wanted, ""), visibility=Game.Visibility.PUBLIC, closed=False)
    if before is not None:
        games = games.filter(pk__lt=before)
    if wanted.free:
        games = games.filter(_free_seats("pk", wanted.free))
    return games.order_by("-id").values_list("pk", flat=True)


def _own_ids(user: User, wanted: Wanted, before: int | None) -> "QuerySet[Seat, int]":
    seats = Seat.objects.filter(_asked(wanted, "game__"), user=user)
    if before is not None:
        seats = seats.filter(game_id__lt=before)
    if wanted.free:
        seats = seats.filter(_free_seats("game_id", wanted.free))
    return seats.order_by("-game_id").values_list("game_id", flat=True)


def _asked(wanted: Wanted, way: str) -> Q:
    state = Game.State.OPEN.value if wanted.free and not wanted.state else wanted.state
    asked = Q((f"{way}state", state)) if state else ~Q((f"{way}state", Game.State.CANCELLED))
    if wanted.player:
        theirs = Seat.objects.filter(user=wanted.player).values("game")
        asked &= Q((f"{way}pk__in" if way else "pk__in", theirs))
    return asked & Q((f"{way}ruleset", wanted.ruleset)) if wanted.ruleset else asked


def _free_seats(game: str, least: int) -> Q:
    seats = Seat.objects.filter(game=OuterRef(game), user=None, kept_for=None)
    free = seats.order_by().values("game")
    return Q(GreaterThanOrEqual(Subquery(free.annotate(n=Count("pk")).values("n")), least))


def hands_now(games: Sequence[Game]) -> dict[int, Hand]:
    """The open (or ready) hand of each running game among these, by the game's primary key."""
    running = [game.pk for game in games if game.state == Game.State.RUNNING]
    hands = Hand.objects.filter(game__in=running, number=F("game__hand_number"))
    return {hand.game_id: hand for hand in hands}


def opened_in(game: Game, numbers: Sequence[int]) -> dict[int, dict[int, dict[str, str]]]:
    """Notation and salt of the bids that everybody may see, by hand number and seat."""
    rows = Bid.objects.filter(
        hand__game=game, hand__number__in=numbers, opened__isnull=False
    ).values_list("hand__number", "seat__index", "opened")
    found: dict[int, dict[int, dict[str, str]]] = {}
    for number, index, opened in rows.order_by("hand__number", "seat__index"):
        found.setdefault(number, {})[index] = opened or {}
    for bid in kept_bids.of_game(game, numbers):
        found.setdefault(bid.hand.number, {})[bid.seat.index] = bid.opened or {}
    return found
