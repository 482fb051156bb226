"""Offered seats, who held which seat, and votes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import QuerySet, prefetch_related_objects

from accounts.models import User
from accounts.operation import database_clock
from accounts.rows import fetch
from games.models import Game, Hand, Seat, SeatTenure, Vote
from games.selectors.access import GAMES, SEATS, Viewer, read_games, seat_of
from games.selectors.prefetched import gathered_at
from games.visibility import shown_state

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TENURES = """
SELECT tenure.* FROM games_seattenure tenure JOIN games_seat seat ON seat.id = tenure.seat_id
WHERE seat.game_id = %s AND EXISTS (
    SELECT FROM games_seattenure other WHERE other.seat_id = seat.id AND other.id <> tenure.id
)
ORDER BY seat.index, tenure.id
"""
# By hand, since every letter asks for it.
VOTES_ASKED = f"""
    SELECT {SEATS.of("seat")}, {GAMES.of("game")}, vote.wish, voter.name
    FROM games_vote AS vote
    JOIN games_game AS game ON game.id = vote.game_id
    JOIN games_seat AS voting ON voting.id = vote.seat_id
    LEFT JOIN accounts_user AS voter ON voter.id = voting.user_id
    JOIN games_seat AS seat ON seat.game_id = game.id
    WHERE vote.game_id = ANY(%(games)s) AND vote.at > %(since)s AND game.state = 'running'
        AND seat.user_id = ANY(%(people)s) AND seat.absence = ''
        AND NOT EXISTS (
            SELECT FROM games_vote AS own
            WHERE own.seat_id = seat.id AND own.wish = vote.wish AND own.at > %(since)s
        )
    ORDER BY seat.id, vote.wish, vote.at
"""  # noqa: S608 (names of columns)
CHANGES = (
    *("offered", "bot", "returned", "taken"),
    *("extended", "paused", "resumed", "cancelled", "restored"),
)


def page_mark(seat: Seat) -> int:
    """Where a page of offered seats ends: when this one was offered, in microseconds since 1970.

    Its id would not do, as nobody knows when it was offered once somebody has taken it.
    """
    return ((seat.absent_since or EPOCH) - EPOCH) // timedelta(microseconds=1)


def offered_seats(before: int | None = None, limit: int = 50) -> list[Seat]:
    """Offered seats at public tables, latest first, with `game` and its seats; `before` is the
    `page_mark` of the last one on the previous page.
    """
    seats = Seat.objects.select_related("user").filter(
        absence=Seat.Absence.OFFERED,
        game__state=Game.State.RUNNING,
        game__visibility=Game.Visibility.PUBLIC,
        game__closed=False,
    )
    if before is not None:
        seats = seats.filter(absent_since__lt=EPOCH + timedelta(microseconds=before))
    found = list(seats.order_by("-absent_since")[:limit])
    games = read_games([seat.game_id for seat in found])
    for seat in found:
        seat.game = games[seat.game_id]
    return found


def offered_at(game: Game) -> list[Seat]:
    """The offered seats of a running game, which must have been fetched with its seats."""
    if game.state != Game.State.RUNNING:
        return []
    return [seat for seat in game.seats.all() if seat.absence == Seat.Absence.OFFERED]


def may_take(game: Game, viewer: Viewer, offered: Sequence[Seat]) -> list[Seat]:
    """Those of the offered seats of this game that the viewer may take: not who knows the cards of
    another.
    """
    if not offered or not isinstance(viewer, User) or seat_of(game, viewer) is not None:
        return []
    held = SeatTenure.objects.filter(seat__game=game, user=viewer)
    known = set(held.values_list("seat_id", flat=True))
    return [seat for seat in offered if known <= {seat.pk}]


def was_theirs(seat: Seat, number: int) -> bool:
    """Whether whoever has the seat now had it in that hand, too: they may have come later, or have
    left it and come back.
    """
    return number in theirs_among(seat, [number])


def theirs_among(seat: Seat, numbers: Iterable[int]) -> set[int]:
    """Those of these hands in which whoever has the seat now had it, too."""
    held = SeatTenure.objects.filter(seat=seat, user=seat.user_id)
    spans = list(held.values_list("from_hand", "until_hand"))
    return {
        number
        for number in numbers
        if not spans
        or any(first <= number and (last is None or number <= last) for first, last in spans)
    }


def tenures_of(game: Game) -> dict[int, list[SeatTenure]]:
    """The tenures, in order, of each seat that more than one person has held."""
    known = gathered_at(game)
    if known is not None and known.hand is not None and not known.changed_hands:
        return {}
    tenures = list(SeatTenure.objects.raw(TENURES, [game.pk]))
    if not tenures:
        return {}
    prefetch_related_objects(tenures, "seat", "user")
    found: dict[int, list[SeatTenure]] = {}
    for tenure in tenures:
        found.setdefault(tenure.seat.index, []).append(tenure)
    return found


def people_in(game: Game, number: int) -> list[User | None]:
    """Who had each seat in the hand of this number, by seat."""
    people = [seat.user for seat in game.seats.all()]
    for index, tenures in tenures_of(game).items():
        for held in tenures:
            if held.from_hand <= number and (held.until_hand is None or number <= held.until_hand):
                people[index] = held.user
    return people


@dataclass(frozen=True)
class Votes:
    """Valid votes: `wished` maps each wish to seats; `voters` are the seats that may vote."""

    voters: Sequence[int]
    wished: Mapping[str, Sequence[int]]


def votes_of(game: Game) -> Votes:
    """The current votes; the game must have been fetched with its seats."""
    voters = [seat.index for seat in game.seats.all() if seat.user and not seat.by_bot]
    wished: dict[str, list[int]] = {wish: [] for wish in Vote.Wish.values}
    known = gathered_at(game)
    votes = (
        known.votes
        if known is not None and known.hand is not None
        else (votes_that_count(game).values_list("wish", "seat__index"))
    )
    for wish, index in votes:
        wished[wish].append(index)
    return Votes(voters, wished)


def votes_that_count(game: Game) -> "QuerySet[Vote]":
    """The votes of the last seven days, ordered by seat."""
    good = Vote.objects.filter(game=game, at__gt=database_clock.now() - Vote.LASTS)
    return good.order_by("seat__index")


def has_happened(game: Game, wish: str) -> bool:
    """Whether the game is paused or cancelled, whichever is wished."""
    if wish == Vote.Wish.PAUSE:
        return game.paused_at is not None
    return game.state == Game.State.CANCELLED


def votes_asked_of(
    people: Collection[int], games: Collection[int]
) -> dict[Seat, dict[str, list[str]]]:
    """What others have voted for and these people (ids) have not, by seat and wish: their names,
    the first first. A seat that a bot plays is asked nothing."""
    found: dict[Seat, dict[str, list[str]]] = {}
    since = database_clock.now() - Vote.LASTS
    asked = {"people": list(people), "games": list(games), "since": since}
    for row in fetch(VOTES_ASKED, asked) if people and games else ():
        seat, rest = SEATS.take(row)
        game, (wish, name) = GAMES.take(rest)
        if seat is not None and game is not None:
            seat.game = game
            names = found.setdefault(seat, {}).setdefault(wish, [])
            names += [name] if name is not None else []
    return found


def may_extend(game: Game, hand: Hand | None, viewer: Viewer) -> bool:
    """Whether the viewer may extend the open hand."""
    seat = seat_of(game, viewer)
    if hand is None or seat is None or not game.extensions:
        return False
    return shown_state(hand) == Hand.State.OPEN and not seat.extended and not seat.absence
