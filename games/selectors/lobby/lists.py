"""Lists of games, and of hands that are waiting for a person."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.operation import database_clock
from games import deadlines
from games.models import Bid, Game, Hand, Seat, SeatClock
from games.rules.base import Option
from games.rules.registry import RULESETS
from games.selectors.access import Viewer, read_games, with_seats
from games.selectors.prefetch import gather
from games.selectors.prefetched import gathered_at

# Whoever has sat at an open table for so long need not wait for its maker any more.
WAITED_ENOUGH = timedelta(days=7)


def seats_of(slug: str) -> tuple[int, ...]:
    """The numbers of seats a game can be played with."""
    return RULESETS[slug].SEATS


def options_of(slug: str) -> tuple[Option, ...]:
    """The options of a game with their values and defaults."""
    return RULESETS[slug].OPTIONS


def remembers(slug: str) -> bool:
    """Whether memory matters in this game, so that the page can remember for its players."""
    return hasattr(RULESETS[slug], "without_memory")


def table_name(key: str) -> str:
    """The name of the table with this id; empty if it doesn't exist."""
    return Game.objects.filter(pk=key).values_list("name", flat=True).first() or ""


def open_tables() -> "QuerySet[Game]":
    """Public tables that haven't started, newest first; all their seats may be kept for others."""
    return (
        with_seats()
        .filter(state=Game.State.OPEN, visibility=Game.Visibility.PUBLIC, rematch_of=None)
        .order_by("-id")
    )


def joinable_tables(user: User) -> "QuerySet[Game]":
    """Open tables with a seat free for anybody or kept for this person, where they don't sit."""
    theirs = Q(kept_for=None) | Q(kept_for=user)
    free = Seat.objects.filter(theirs, game=OuterRef("pk"), user=None)
    return open_tables().filter(Exists(free)).exclude(seats__user=user)


def free_seats(game: Game, viewer: Viewer) -> list[Seat]:
    """The seats where this viewer may sit down: neither taken nor kept for somebody else."""
    own = (None, viewer.pk)
    return [s for s in game.seats.all() if s.user_id is None and s.kept_for_id in own]


def may_lead(game: Game, seat: Seat) -> bool:
    """Whether the one who sits here may start this open table, take back kept seats and make a new
    link: its maker, and whoever has waited so long that the maker may never come back."""
    if game.maker_id == seat.user_id:
        return True
    return seat.joined_at is not None and seat.joined_at <= database_clock.now() - WAITED_ENOUGH


def last_made(user: User) -> Game | None:
    """The table this person created last."""
    return Game.objects.filter(maker=user, duplicate=None).order_by("-id").first()


def rematch_of(game: Game) -> Game | None:
    """The table at which the people of this game play again, if there is one."""
    return with_seats().filter(rematch_of=game).first()


def games_of(user: User) -> "QuerySet[Game]":
    """All games of this person, newest first."""
    return with_seats().filter(seats__user=user).exclude(state=Game.State.CANCELLED).order_by("-id")


def visible_games(viewer: Viewer) -> "QuerySet[Game]":
    """Public games and the viewer's own, newest first; closed ones only if their own."""
    visible = Q(visibility=Game.Visibility.PUBLIC, closed=False)
    if isinstance(viewer, User):
        visible |= Q(Exists(Seat.objects.filter(game=OuterRef("pk"), user=viewer)))
    return with_seats().filter(visible).exclude(state=Game.State.CANCELLED).order_by("-id")


def watched_games() -> "QuerySet[Game]":
    """Running public games, newest first."""
    public = Q(visibility=Game.Visibility.PUBLIC, closed=False)
    return with_seats().filter(public, state=Game.State.RUNNING).order_by("-id")


MAX_HANDS = 200  # open hands that are listed
AMONG = 100  # the newest finished games, among which those that ended last are looked for
OWN = """
(
    SELECT game.id FROM games_seat AS seat
    JOIN games_game AS game ON game.id = seat.game_id AND game.state = 'running'
    JOIN games_hand AS hand ON hand.game_id = game.id AND hand.number = game.hand_number
    LEFT JOIN games_seatclock AS clock
        ON clock.hand_id = hand.id AND clock.seat_id = seat.id AND NOT clock.given_up
    WHERE seat.user_id = %(me)s ORDER BY
        (hand.state = 'open' AND clock.answered_at IS NULL AND NOT clock.paused) IS NOT TRUE,
        least(clock.deadline, hand.deadline)
    LIMIT %(most)s
) UNION ALL (
    SELECT game.id FROM games_seat AS seat
    JOIN games_game AS game ON game.id = seat.game_id AND game.state = 'open'
    WHERE seat.user_id = %(me)s ORDER BY seat.game_id DESC LIMIT %(few)s
) UNION ALL (
    SELECT game.id FROM games_seat AS seat
    JOIN games_game AS game ON game.id = seat.game_id AND game.state = 'open'
    WHERE seat.kept_for_id = %(me)s AND NOT EXISTS (
        SELECT FROM games_ignored WHERE by_id = %(me)s AND whom_id = seat.kept_by_id
    ) ORDER BY seat.game_id DESC LIMIT %(few)s
) UNION ALL (
    SELECT id FROM (
        SELECT game.id, game.ended_at FROM games_seat AS seat
        JOIN games_game AS game ON game.id = seat.game_id AND game.state = 'over'
        WHERE seat.user_id = %(me)s ORDER BY seat.game_id DESC LIMIT %(among)s
    ) AS newest ORDER BY ended_at DESC, id DESC LIMIT %(few)s
)
"""


@dataclass(frozen=True)
class Due:
    """An open hand in a person's game; `mine` if they still have to answer."""

    game: Game
    hand: Hand
    seat: Seat
    mine: bool
    until: datetime


@dataclass(frozen=True)
class OwnTables:
    """A person's games: open hands by deadline, of more than `MAX_HANDS` first those that they
    still have to answer; the newest tables waiting for players, also those that keep a seat for
    them, since guests have no notices that tell them so; and the games that ended last.
    """

    dues: list[Due]
    waiting: list[Game]
    ended: list[Game]


def own_tables(user: User, few: int) -> OwnTables:
    """Takes five statements however many games there are; at most `few` that aren't running."""
    with connection.cursor() as cursor:
        cursor.execute(OWN, {"me": user.pk, "few": few, "among": AMONG, "most": MAX_HANDS})
        ids = [pk for (pk,) in cursor.fetchall()]
    games = read_games(ids)
    found = sorted(games.values(), key=lambda game: -game.pk)
    ended = [game for game in found if game.state == Game.State.OVER]
    return OwnTables(
        _dues(user, [game for game in found if game.state == Game.State.RUNNING]),
        [game for game in found if game.state == Game.State.OPEN],
        sorted(ended, key=lambda game: game.ended_at or game.created_at, reverse=True),
    )


def hands_of(user: User, limit: int = MAX_HANDS) -> list[Due]:
    """The open hands that this person still has to answer, by their own deadline."""
    games = read_games(waiting_for(user).values_list("game", flat=True)[:limit])
    return [due for due in _dues(user, list(games.values())) if due.mine]


def _dues(user: User, games: Sequence[Game]) -> list[Due]:
    gather(games, user)
    found = [due for game in games if (due := _due(game)) is not None]
    return sorted(found, key=lambda due: (due.until, due.hand.pk))


def _due(game: Game) -> Due | None:
    known = gathered_at(game)
    if known is None or known.hand is None or known.seat is None:
        return None
    hand, seat = known.hand, game.seats.all()[known.seat]
    if hand.state == Hand.State.RESOLVED:
        return None
    mine = seat.index in hand.awaiting and known.own is None and not hand.paused
    return Due(
        game, hand, seat, mine, deadlines.due_among(deadlines.clocks_of(hand), hand, seat.index)
    )


def waiting_for(user: User) -> "QuerySet[Hand]":
    """The open hands that this person still has to answer, most urgent first."""
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
        .annotate(until=deadlines.until(user))
        .order_by("until", "pk")
    )


def clocks_waiting_for(user: User) -> list[SeatClock]:
    """The clocks of those hands, most urgent first."""
    running = SeatClock.objects.filter(
        user=user,
        answered_at=None,
        paused=False,
        hand__state=Hand.State.OPEN,
        hand__game__state="running",
    )
    return list(running.select_related("hand__game", "seat").order_by("deadline", "id"))


def next_due(user: User, but_not: Game) -> Game | None:
    """The game with the most urgent hand for this person, other than `but_not`."""
    hand = waiting_for(user).exclude(game=but_not).select_related("game").first()
    return hand.game if hand else None
