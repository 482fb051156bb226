"""Every read, with its permission.  Doors ask here and never query by themselves.

What a person sees of a game is always an observation (`observation_for`): the allow-list
that each ruleset draws up for a seat, or for a spectator.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from games import links, vault
from games.models import Bid, Game, Hand, LogEntry, Record, Seat
from games.refusals import Refused

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


def seats_in(hand: Hand) -> list[int]:
    """The seats whose bids are in."""
    return sorted(hand.bids.values_list("seat__index", flat=True))


def own_bid(game: Game, hand: Hand, seat: int) -> OwnBid | None:
    """The sealed bid of this very seat; ask only on behalf of who sits there."""
    bid = Bid.objects.filter(hand=hand, seat__game=game, seat__index=seat).first()
    if bid is None:
        return None
    opened = vault.open_bid(bid, game.code, hand.number, seat)
    return OwnBid(opened.notation, opened.salt, bid.digest, bid.changes, bid.placed_at)


# ------------------------------------------------------------------ what happened


def log_of(game: Game, after: int = 0, limit: int = 100) -> list[LogEntry]:
    """The public log behind an entry's number, oldest first."""
    return list(game.log.filter(number__gt=after).order_by("number")[:limit])


def told_since(game: Game, hand_number: int, limit: int = 12) -> list[LogEntry]:
    """The resolved hands from that number on, newest first."""
    return list(
        game.log.filter(kind="hand", hand_number__gte=hand_number).order_by("-number")[:limit]
    )


def resolved_hand(game: Game, number: int) -> tuple[Hand, LogEntry]:
    """A hand that is resolved, and what happened in it.  Raises `Refused` ("no_hand")."""
    hand = game.hands.filter(number=number, state=Hand.State.RESOLVED).first()
    entry = game.log.filter(kind="hand", hand_number=number).first()
    if hand is None or entry is None:
        raise Refused("no_hand", given=number)
    return hand, entry


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


def hands_of(user: User, limit: int = 200) -> list[Due]:
    """The open hands of this person's running games, by deadline."""
    seats = Seat.objects.filter(user=user, game__state=Game.State.RUNNING)
    hands = (
        Hand.objects.filter(game_id__in=seats.values("game_id"))
        .exclude(state=Hand.State.RESOLVED)
        .order_by("deadline")[:limit]
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
    return Due(game, hand, seat, seat.index in hand.awaiting and not answered)


def moves_due(user: User) -> int:
    """How many hands wait for this person."""
    return sum(due.mine for due in hands_of(user))


# ------------------------------------------------------------------ for the sweep


def ready_hands(limit: int) -> Sequence[int]:
    """Hands whose bids are all in, oldest first."""
    return list(
        Hand.objects.filter(state=Hand.State.READY)
        .order_by("id")
        .values_list("pk", flat=True)[:limit]
    )


def overdue_hands(now: datetime, limit: int) -> Sequence[int]:
    """Open hands whose time has run out, the longest overdue first."""
    return list(
        Hand.objects.filter(state=Hand.State.OPEN, deadline__lte=now)
        .order_by("deadline")
        .values_list("pk", flat=True)[:limit]
    )
