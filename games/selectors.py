"""Every read, with its permission.  Doors ask here and never query by themselves.

What a person sees of a game is always an observation (`observation_for`): the allow-list
that each ruleset draws up for a seat, or for a spectator.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games import links, times, vault
from games.models import Bid, Game, Hand, Invitation, LogEntry, Peek, Record, Seat, SeatClock
from games.refusals import Refused
from games.rules.base import Option, State
from games.rules.records import Replay, replay
from games.rules.records import record_of as record_of_json
from games.rules.registry import RULESETS

Viewer = User | AnonymousUser


@dataclass(frozen=True)
class OwnBid:
    """A seat's sealed bid as its owner may see it."""

    notation: str
    salt: str
    digest: str
    changes: int
    placed_at: datetime


# ------------------------------------------------------------------ one game


def with_seats() -> "QuerySet[Game]":
    """Games with maker, seats and their people, in a constant number of queries."""
    seats = Seat.objects.select_related("user").order_by("index")
    return Game.objects.select_related("maker").prefetch_related(Prefetch("seats", seats))


def access_game(viewer: Viewer, code: str, link: str = "") -> Game:
    """The game, if this viewer may see its table.  Raises `Refused` ("unknown_game").

    Public tables are open to everybody; others to those who sit there, were invited, or
    have the `link` token.
    """
    game = with_seats().filter(code=code).first()
    if game is None or game.state == Game.State.CANCELLED:
        raise Refused("unknown_game")
    if game.visibility == Game.Visibility.PUBLIC or seat_index(game, viewer) is not None:
        return game
    if link and links.good_link(game, link):
        return game
    if isinstance(viewer, User) and viewer.email and is_invited(game, viewer):
        return game
    raise Refused("unknown_game")


def is_invited(game: Game, user: User) -> bool:
    """Whether this person's address was asked to the table."""
    return game.invitations.filter(email=user.email).exists()


def is_good_link(game: Game, token: str) -> bool:
    """Whether a token opens this table now."""
    return links.good_link(game, token)


def invitations_of(game: Game) -> list[Invitation]:
    """The letters that asked people to this table, oldest first; for those who sit there."""
    return list(game.invitations.select_related("accepted_by").order_by("pk"))


def person_named(name: str) -> User:
    """Whoever is called that, however it is written.  Raises `Refused` ("unknown_person")."""
    found = User.objects.filter(name__lower=name.lower(), is_active=True).first()
    if found is None:
        raise Refused("unknown_person")
    return found


def seat_of(game: Game, viewer: Viewer) -> Seat | None:
    """The viewer's seat in a game that was read with its seats."""
    if not isinstance(viewer, User):
        return None
    return next((seat for seat in game.seats.all() if seat.user_id == viewer.pk), None)


def seat_index(game: Game, viewer: Viewer) -> int | None:
    """The number of the viewer's seat, or None for a spectator."""
    seat = seat_of(game, viewer)
    return None if seat is None else seat.index


def observation_for(game: Game, seat: int | None) -> dict[str, Any] | None:
    """What this seat (None: a spectator) may see now; None before the start."""
    if game.sealed_state is None:
        return None
    if seat is None:
        return game.table
    return vault.rules_of(game).observation(vault.open_state(game), seat)


def legal_for(game: Game, seat: int | None) -> list[str]:
    """What this seat may answer now, sorted by code point; empty when it owes nothing."""
    if seat is None or game.state != Game.State.RUNNING:
        return []
    return vault.rules_of(game).legal(vault.open_state(game), seat)


def ranked_for(game: Game, seat: int) -> list[str]:
    """The same from lowest to highest, for pages."""
    if game.state != Game.State.RUNNING:
        return []
    return vault.rules_of(game).ranked(vault.open_state(game), seat)


def current_hand(game: Game) -> Hand | None:
    """The hand that is open or ready now."""
    if game.state != Game.State.RUNNING:
        return None
    return game.hands.get(number=game.hand_number)


def hand_numbered(game: Game, number: int) -> Hand | None:
    """The hand of that number as it stands now."""
    return game.hands.filter(number=number).first()


def own_bid(game: Game, hand: Hand, seat: int) -> OwnBid | None:
    """The sealed bid of this very seat; ask only on behalf of who sits there."""
    own = Bid.objects.filter(hand=hand, seat__game=game, seat__index=seat)
    bid = own.select_related("seat").first()
    if bid is None:
        return None
    hand.game = game
    return _own(bid, hand)


def _own(bid: Bid, hand: Hand) -> OwnBid:
    opened = vault.open_bid(bid, hand.game.code, hand.number, bid.seat.index)
    return OwnBid(opened.notation, opened.salt, bid.digest, bid.changes, bid.placed_at)


def is_resolved(hand: Hand) -> bool:
    """Whether a hand that was read earlier is resolved by now."""
    return Hand.objects.filter(pk=hand.pk, state=Hand.State.RESOLVED).exists()


def asides_for(game: Game, seat: int | None) -> list[str]:
    """What this seat may do out of turn now."""
    if seat is None or game.state != Game.State.RUNNING:
        return []
    return vault.rules_of(game).asides(vault.open_state(game), seat)


def peek_of(game: Game, seat: int) -> Peek | None:
    """This seat's right to look at other cards in the present stage, begun or not."""
    return Peek.objects.filter(seat__game=game, seat__index=seat, stage__ended_at=None).first()


def peek_for(game: Game, seat: int) -> dict[str, list[str]] | None:
    """The cards that this seat looks at now, by seat; None unless its sand is running."""
    peek = peek_of(game, seat)
    if peek is None or peek.opened_at is None or game.state != Game.State.RUNNING:
        return None
    if timezone.now() >= peek.opened_at + timedelta(seconds=peek.seconds):
        return None
    cards: dict[str, list[str]] = vault.rules_of(game).peek(vault.open_state(game), seat)["cards"]
    return cards or None


# ------------------------------------------------------------------ what happened


def log_of(game: Game, after: int = 0, limit: int = 100) -> list[LogEntry]:
    """The public log behind an entry's number, oldest first."""
    return list(game.log.filter(number__gt=after).order_by("number")[:limit])


def told_since(game: Game, hand_number: int, limit: int = 12) -> list[LogEntry]:
    """The resolved hands from that number on, and what was done beside them, newest first."""
    told = game.log.filter(kind__in=("hand", "aside"), hand_number__gte=hand_number)
    return list(told.order_by("-number")[:limit])


def told_events(game: Game, kinds: Sequence[str]) -> list[dict[str, Any]]:
    """All that happened of these kinds, in order."""
    any_of = Q()
    for kind in kinds:
        any_of |= Q(data__events__contains=[{"kind": kind}])
    logged = game.log.filter(any_of, kind__in=("hand", "aside")).order_by("number")
    events = [event for entry in logged for event in entry.data["events"]]
    return [event for event in events if event["kind"] in kinds]


def resolved_hand(game: Game, number: int) -> tuple[Hand, LogEntry]:
    """A hand that is resolved, and what happened in it.  Raises `Refused` ("no_hand")."""
    hand = game.hands.filter(number=number, state=Hand.State.RESOLVED).first()
    entry = game.log.filter(kind="hand", hand_number=number).first()
    if hand is None or entry is None:
        raise Refused("no_hand", given=number)
    return hand, entry


def tables_before(game: Game, numbers: Sequence[int]) -> dict[int, dict[str, Any]]:
    """What a spectator saw when these hands opened, by their numbers."""
    rows = game.hands.filter(number__in=numbers).values_list("number", "table")
    return dict(rows)


def opened_bids(hand: Hand) -> dict[int, dict[str, str]]:
    """Notation and salt by seat, of those bids that everybody may see."""
    rows = hand.bids.filter(opened__isnull=False).values_list("seat__index", "opened")
    return {index: opened for index, opened in rows if opened}


def table_after(game: Game, hand: Hand) -> dict[str, Any]:
    """What a spectator saw when the next hand opened, or at the end."""
    following = game.hands.filter(number=hand.number + 1).values_list("table", flat=True).first()
    return following or game.table or {}


def record_of(game: Game) -> dict[str, Any]:
    """The record of a finished game.  Raises `Refused` ("record_running")."""
    record = Record.objects.filter(game=game).first()
    if record is None:
        raise Refused("record_running")
    data: dict[str, Any] = record.data
    return data


def replay_of(game: Game) -> Replay:
    """A finished game, played through once more.  Raises `Refused` ("record_running")."""
    return replay(record_of_json(record_of(game)))


def seen_by(game: Game, state: State, seat: int | None) -> dict[str, Any]:
    """A position of a replayed game as a seat saw it (None: a spectator)."""
    return vault.rules_of(game).observation(state, seat)


# ------------------------------------------------------------------ what can be played


def seats_of(slug: str) -> tuple[int, ...]:
    """With how many a game is played."""
    return RULESETS[slug].SEATS


def options_of(slug: str) -> tuple[Option, ...]:
    """The options of a game, with their defaults and values."""
    return RULESETS[slug].OPTIONS


# ------------------------------------------------------------------ lists


def open_tables(viewer: Viewer) -> "QuerySet[Game]":
    """Public tables that wait for people, newest first."""
    return (
        with_seats()
        .filter(state=Game.State.OPEN, visibility=Game.Visibility.PUBLIC)
        .order_by("-id")
    )


def games_of(user: User) -> "QuerySet[Game]":
    """Every game in which this person sits, newest first."""
    return with_seats().filter(seats__user=user).exclude(state=Game.State.CANCELLED).order_by("-id")


def visible_games(viewer: Viewer) -> "QuerySet[Game]":
    """Public games and one's own, newest first."""
    visible = Q(visibility=Game.Visibility.PUBLIC)
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
    mine = seat.index in hand.awaiting and not answered
    return Due(game, hand, seat, mine, getattr(hand, "until", hand.deadline))


def waiting_for(user: User) -> "QuerySet[Hand]":
    """The open hands for which this person owes an answer, the most urgent first."""
    given = Bid.objects.filter(hand=OuterRef("pk"), seat__user=user)
    return (
        Hand.objects.filter(
            state=Hand.State.OPEN,
            game__state=Game.State.RUNNING,
            game__seats__user=user,
            awaiting__contains=[F("game__seats__index")],
        )
        .exclude(Exists(given))
        .annotate(until=times.until(user))
        .order_by("until")
    )


def moves_due(user: User) -> int:
    """How many hands wait for this person."""
    return waiting_for(user).count()


def next_due(user: User, but_not: Game) -> Game | None:
    """The game in which this person is asked most urgently, other than the given one."""
    hand = waiting_for(user).exclude(game=but_not).select_related("game").first()
    return hand.game if hand else None


def sealed_bids(user: User, hands: Sequence[Hand]) -> dict[int, OwnBid]:
    """This person's own sealed bids in these hands (read with their games), by hand id."""
    by_id = {hand.pk: hand for hand in hands}
    bids = Bid.objects.filter(hand__in=by_id, seat__user=user).select_related("seat")
    return {bid.hand_id: _own(bid, by_id[bid.hand_id]) for bid in bids}


# ------------------------------------------------------------------ for the sweep


def ready_hands(now: datetime, limit: int) -> Sequence[int]:
    """Hands whose bids are all in, oldest first; not those that wait a random while."""
    return list(
        Hand.objects.filter(state=Hand.State.READY)
        .exclude(resolve_after__gt=now)
        .order_by("id")
        .values_list("pk", flat=True)[:limit]
    )


def overdue_hands(now: datetime, limit: int) -> Sequence[int]:
    """Open hands in which the time of a seat, or of all, has run out, the longest overdue first.

    Each half has an index of what is still open, so that it costs what is due, not what is kept.
    """
    clocks = SeatClock.objects.filter(answered_at=None, deadline__lte=now).order_by("deadline")
    hands = Hand.objects.filter(state=Hand.State.OPEN, deadline__lte=now).order_by("deadline")
    due = [
        *clocks.values_list("hand_id", flat=True)[:limit],
        *hands.values_list("pk", flat=True)[:limit],
    ]
    return list(dict.fromkeys(due))[:limit]
