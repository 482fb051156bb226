"""A person's games, as far as the viewer may see them: public ones and the viewer's own."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Game, Seat, SeatTenure
from games.selectors.access import Viewer

LAST = 200  # most recent finished games
MAX_PEOPLE = 10  # opponents shown


@dataclass
class Tally:
    """Games against one person, or of one ruleset: played, won, and lost to the other person."""

    games: int = 0
    won: int = 0
    lost: int = 0


@dataclass(frozen=True)
class Career:
    """Finished games by ruleset and by opponent, most frequent first; `latest` and `running` are
    ids of games, what ended or began last first. `more_people`: there were more opponents.
    """

    by_game: dict[str, Tally]
    by_person: list[tuple[User, Tally]]
    more_people: bool
    latest: list[int]
    running: list[int]


def career_of(viewer: Viewer, who: User, few: int) -> Career:
    """Takes two statements; `few` limits the lists of ids."""
    over = _seats(viewer, who, Game.State.OVER).order_by("-game_id")[:LAST]
    running = _seats(viewer, who, Game.State.RUNNING).order_by("-game__started_at", "-game_id")
    rows = list(over.union(running[:few], all=True))
    rows.sort(key=lambda seat: -seat.game_id)
    own = [seat for seat in rows if seat.game.state == Game.State.OVER]
    ended_last = sorted(own, key=lambda seat: _moment(seat.game.ended_at), reverse=True)
    playing = [seat for seat in rows if seat.game.state == Game.State.RUNNING]
    began_last = sorted(playing, key=lambda seat: _moment(seat.game.started_at), reverse=True)
    people = _by_person(own, _others(who, [seat.game_id for seat in own]))
    return Career(
        _by_game(own),
        people[:MAX_PEOPLE],
        len(people) > MAX_PEOPLE,
        [seat.game_id for seat in ended_last[:few]],
        [seat.game_id for seat in began_last],
    )


def _moment(at: datetime | None) -> float:
    return at.timestamp() if at else 0.0


def _seats(viewer: Viewer, who: User, state: str) -> "QuerySet[Seat]":
    """The person's seats in games the viewer may see, if the result of the seat is theirs."""
    sees = Q(game__visibility=Game.Visibility.PUBLIC, game__closed=False)
    if isinstance(viewer, User):
        sees |= Q(Exists(Seat.objects.filter(game=OuterRef("game"), user=viewer)))
    seats = _held(Seat.objects.filter(sees, user=who, game__state=state))
    kept = ("state", "ruleset", "outcome", "started_at", "ended_at")
    fields = ("index", "game_id", "user_id", *(f"game__{name}" for name in kept))
    return seats.select_related("game").only(*fields)


def _held(seats: "QuerySet[Seat]") -> "QuerySet[Seat]":
    """The seats that had only one player all along."""
    others = SeatTenure.objects.filter(seat=OuterRef("pk")).exclude(user=OuterRef("user"))
    return seats.exclude(Exists(others))


def _others(who: User, games: Iterable[int]) -> list[Seat]:
    people = (User.Kind.PERSON, User.Kind.PROGRAM)
    seats = Seat.objects.filter(game__in=list(games), user__kind__in=people, user__is_active=True)
    return list(_held(seats.exclude(user=who)).select_related("user"))


def _won(game: Game, seat: Seat) -> bool:
    return seat.index in (game.outcome or {}).get("winners", ())


def _by_game(own: Sequence[Seat]) -> dict[str, Tally]:
    found: dict[str, Tally] = defaultdict(Tally)
    for seat in own:
        tally = found[seat.game.ruleset]
        tally.games += 1
        tally.won += _won(seat.game, seat)
    return dict(found)


def _by_person(own: Sequence[Seat], others: Sequence[Seat]) -> list[tuple[User, Tally]]:
    mine = {seat.game_id: seat for seat in own}
    found: dict[User, Tally] = defaultdict(Tally)
    for seat in others:
        if seat.user is None:
            continue
        tally, own_seat = found[seat.user], mine[seat.game_id]
        tally.games += 1
        tally.won += _won(own_seat.game, own_seat)
        tally.lost += _won(own_seat.game, seat)
    return sorted(found.items(), key=lambda each: (-each[1].games, each[0].name))
