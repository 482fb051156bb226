"""Lists of games and of the hands that wait for a person."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from games import times
from games.models import Bid, Game, Hand, Seat, SeatClock
from games.rules.base import Option
from games.rules.registry import RULESETS
from games.selectors.access import Viewer, with_seats


def seats_of(slug: str) -> tuple[int, ...]:
    """With how many a game is played."""
    return RULESETS[slug].SEATS


def options_of(slug: str) -> tuple[Option, ...]:
    """The options of a game, with their defaults and values."""
    return RULESETS[slug].OPTIONS


def remembers(slug: str) -> bool:
    """Whether there is something in a game that a page can remember for its players."""
    return hasattr(RULESETS[slug], "without_memory")


def table_name(key: str) -> str:
    """How the table of that id is called; empty if there is none."""
    return Game.objects.filter(pk=key).values_list("name", flat=True).first() or ""


def open_tables(viewer: Viewer) -> "QuerySet[Game]":
    """Public tables that wait for people, newest first."""
    return (
        with_seats()
        .filter(state=Game.State.OPEN, visibility=Game.Visibility.PUBLIC, rematch_of=None)
        .order_by("-id")
    )


def games_of(user: User) -> "QuerySet[Game]":
    """Every game in which this person sits, newest first."""
    return with_seats().filter(seats__user=user).exclude(state=Game.State.CANCELLED).order_by("-id")


def visible_games(viewer: Viewer) -> "QuerySet[Game]":
    """Public games and one's own, newest first; of closed ones only one's own."""
    visible = Q(visibility=Game.Visibility.PUBLIC, closed=False)
    if isinstance(viewer, User):
        visible |= Q(Exists(Seat.objects.filter(game=OuterRef("pk"), user=viewer)))
    return with_seats().filter(visible).exclude(state=Game.State.CANCELLED).order_by("-id")


@dataclass(frozen=True)
class Due:
    """An open hand in a game of mine; `mine` when I owe an answer and have given none."""

    game: Game
    hand: Hand
    seat: Seat
    mine: bool
    until: datetime


def hands_of(user: User, limit: int = 200) -> list[Due]:
    """The open hands of this person's running games, by the deadlines that are theirs."""
    seats = Seat.objects.filter(user=user, game__state=Game.State.RUNNING)
    hands = (
        Hand.objects.filter(game_id__in=seats.values("game_id"))
        .exclude(state=Hand.State.RESOLVED)
        .annotate(until=times.until(user))
        .order_by("until")[:limit]
    )
    games = with_seats().in_bulk([hand.game_id for hand in hands])
    answered = set(
        Bid.objects.filter(hand__in=[hand.pk for hand in hands], seat__user=user).values_list(
            "hand_id", flat=True
        )
    )
    return [_due(games[hand.game_id], hand, user, hand.pk in answered) for hand in hands]


def _due(game: Game, hand: Hand, user: User, answered: bool) -> Due:
    seat = next(seat for seat in game.seats.all() if seat.user_id == user.pk)
    hand.game = game
    mine = seat.index in hand.awaiting and not answered and not hand.paused
    return Due(game, hand, seat, mine, getattr(hand, "until", hand.deadline))


def waiting_for(user: User) -> "QuerySet[Hand]":
    """The open hands for which this person owes an answer, the most urgent first."""
    given = Bid.objects.filter(hand=OuterRef("pk"), seat__user=user)
    return (
        Hand.objects.filter(
            state=Hand.State.OPEN,
            paused=False,
            game__state=Game.State.RUNNING,
            game__seats__user=user,
            awaiting__contains=[F("game__seats__index")],
        )
        .exclude(Exists(given))
        .annotate(until=times.until(user))
        .order_by("until")
    )


def clocks_waiting_for(user: User) -> list[SeatClock]:
    """The clocks of the open hands that wait for this person, the most urgent first."""
    running = SeatClock.objects.filter(
        user=user,
        answered_at=None,
        paused=False,
        hand__state=Hand.State.OPEN,
        hand__game__state="running",
    )
    return list(running.select_related("hand__game", "seat").order_by("deadline", "id"))


def moves_due(user: User) -> int:
    """How many hands wait for this person."""
    return waiting_for(user).count()


def next_due(user: User, but_not: Game) -> Game | None:
    """The game in which this person is asked most urgently, other than the given one."""
    hand = waiting_for(user).exclude(game=but_not).select_related("game").first()
    return hand.game if hand else None
