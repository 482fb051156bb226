"""For moderators: the timeline of a game, stuck hands and unreachable people.

It contains only what a spectator may see, plus the delivery status of e-mails; and nothing that
would reveal who has answered at a table that hides it.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from django.db.models import Model, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import ModerationEntry, Notice, User
from accounts.staff.audit_log import about_game, actions
from games import kept_bids, visibility
from games.models import Bid, Game, Hand, HouseMail, LogEntry, Seat, SeatClock
from games.selectors.backlog import LOST
from games.selectors.moderation.stakes import letters_for, unseen_by

STUCK_AFTER = timedelta(minutes=2)  # the sweep runs every 20 seconds
PAGE_SIZE = 60
Row = TypeVar("Row", bound=Model)
# The kinds of events, in the order in which they happen at the same moment.
KINDS = ("act", "bid", "letter", "log", "hand_resolved", "hand_opened")


class Place(NamedTuple):
    """A place in a timeline, before which its next page begins; `kind` is an index of `KINDS`."""

    at: datetime
    kind: int
    pk: int

    def before(self, kind: str, column: str) -> Q:
        """What picks the rows of this kind that come before it, by the time in that column."""
        found, rank = Q(**{f"{column}__lt": self.at}), KINDS.index(kind)
        if rank < self.kind:
            found |= Q(**{column: self.at})
        elif rank == self.kind:
            found |= Q(**{column: self.at, "pk__lt": self.pk})
        return found


@dataclass(frozen=True)
class Moment:
    """One event; `kind` is one of `KINDS`, `pk` its number among those of its kind."""

    at: datetime
    kind: str
    hand: int | None
    pk: int
    row: Any = field(compare=False)

    @property
    def place(self) -> Place:
        """Its own place."""
        return Place(self.at, KINDS.index(self.kind), self.pk)


def timeline(game: Game, before: Place | None = None, limit: int = PAGE_SIZE) -> list[Moment]:
    """The latest events in a game, newest first, before a place for paging."""
    found = [
        *_hands(game, before, limit),
        *_log(game, before, limit),
        *_letters(game, before, limit),
        *_bids(game, before, limit),
        *_acts(game, before, limit),
    ]
    return sorted(found, key=lambda moment: moment.place, reverse=True)[:limit]


def _page(
    rows: "QuerySet[Row]", kind: str, column: str, before: Place | None, limit: int
) -> "QuerySet[Row]":
    """The newest of these rows, before a place."""
    if before is not None:
        rows = rows.filter(before.before(kind, column))
    return rows.order_by(f"-{column}", "-pk")[:limit]


def _hands(game: Game, before: Place | None, limit: int) -> Iterator[Moment]:
    opened = _page(game.hands.all(), "hand_opened", "opened_at", before, limit)
    for hand in opened:
        yield Moment(hand.opened_at, "hand_opened", hand.number, hand.pk, hand)
    resolved = game.hands.exclude(resolved_at=None)
    for hand in _page(resolved, "hand_resolved", "resolved_at", before, limit):
        at = hand.resolved_at or hand.opened_at
        yield Moment(at, "hand_resolved", hand.number, hand.pk, hand)


def _log(game: Game, before: Place | None, limit: int) -> Iterator[Moment]:
    for entry in _page(game.log.all(), "log", "at", before, limit):
        yield Moment(entry.at, "log", entry.hand_number or None, entry.pk, entry)


def letters_about(game: Game) -> "QuerySet[Notice]":
    """The notices about a game whose delivery status may be shown, newest first."""
    rows = Notice.objects.alias(about=KT("facts__game")).filter(about=str(game.pk))
    return visibility.shown_notices(rows).select_related("recipient").order_by("-id")


def _letters(game: Game, before: Place | None, limit: int) -> Iterator[Moment]:
    letters = letters_about(game).annotate(at=Coalesce("finished_at", "created_at"))
    for notice in _page(letters, "letter", "at", before, limit):
        at = notice.finished_at or notice.created_at
        yield Moment(at, "letter", notice.facts.get("hand"), notice.pk, notice)


def _bids(game: Game, before: Place | None, limit: int) -> Iterator[Moment]:
    """Times of answers, only at tables that show them and for resolved hands."""
    if not game.shows_bids:
        return
    rows = Bid.objects.filter(hand__game=game, hand__state=Hand.State.RESOLVED)
    rows = rows.select_related("hand", "seat__user").defer("sealed")
    for bid in _page(rows, "bid", "placed_at", before, limit):
        yield Moment(bid.placed_at, "bid", bid.hand.number, bid.pk, bid)
    kept = [*kept_bids.of_game(game)]
    seats = {seat.index: seat for seat in game.seats.select_related("user")} if kept else {}
    for bid in kept:
        number = -(100 * bid.hand.number + bid.seat.index)  # below those of all rows
        moment = Moment(bid.placed_at, "bid", bid.hand.number, number, bid)
        if before is None or moment.place < before:
            bid.seat = seats[bid.seat.index]
            yield moment


def _acts(game: Game, before: Place | None, limit: int) -> Iterator[Moment]:
    for entry in _page(acts_on(game), "act", "at", before, limit):
        yield Moment(entry.at, "act", None, entry.pk, entry)


def acts_on(game: Game) -> "QuerySet[ModerationEntry]":
    """Moderators' actions on a game, newest first."""
    rows = actions().filter(about=about_game(game.code)).select_related("actor")
    return rows.order_by("-number")


def missed_hands(game: Game) -> list[SeatClock]:
    """The last counted misses in resolved hands, newest first."""
    rows = SeatClock.objects.filter(hand__game=game, counted=True, in_time=False)
    return list(rows.select_related("hand", "seat__user").order_by("-hand__number")[:20])


def seat_history(game: Game) -> list[LogEntry]:
    """Log entries about players coming and going."""
    kinds = ("joined", "left", "taken", "offered", "returned", "bot")
    return list(game.log.filter(kind__in=kinds).order_by("number")[:PAGE_SIZE])


def stuck_hands(
    now: datetime | None = None, limit: int = PAGE_SIZE, viewer: User | None = None
) -> list[Hand]:
    """Hands that failed to resolve or are overdue for it, oldest first; without those of tables
    that are hidden from this moderator.
    """
    seen = Hand.objects.all()
    if viewer is not None:
        seen = seen.exclude(game__in=Game.objects.filter(unseen_by(viewer)))
    late = (now or timezone.now()) - STUCK_AFTER
    overdue = seen.filter(state=Hand.State.OPEN, paused=False, deadline__lt=late)
    ready = seen.filter(state=Hand.State.READY).exclude(resolve_after__gt=late)
    failed = seen.filter(failures__gt=0, state__in=(Hand.State.OPEN, Hand.State.READY))
    found = [
        *failed.select_related("game").order_by("-failures", "id")[:limit],
        *overdue.select_related("game").order_by("deadline")[:limit],
        *ready.filter(clocks__answered_at__lt=late, game__shows_bids=True)
        .select_related("game")
        .distinct()
        .order_by("id")[:limit],
    ]
    return list({hand.pk: hand for hand in found}.values())[:limit]


def unreachable(viewer: User, limit: int) -> list[Notice]:
    """The latest e-mail of each person that failed for good or has an unknown outcome, without
    those that are hidden from this moderator."""
    rows = letters_for(viewer, Notice.objects.filter(state__in=LOST))
    return list(last_to_each(visibility.shown_notices(rows)).order_by("-id")[:limit])


def last_to_each(rows: "QuerySet[Notice]") -> "QuerySet[Notice]":
    """The latest of these e-mails to each person, and to each address without an account."""
    whom = ("recipient_id", "address")
    last = rows.order_by(*whom, "-id").distinct(*whom).values("pk")
    return Notice.objects.filter(pk__in=last).select_related("recipient", "digest")


def house_mail(limit: int = PAGE_SIZE) -> list[HouseMail]:
    """Recent e-mails to the operators, newest first."""
    return list(HouseMail.objects.exclude(sealed_raw=None).order_by("-received_at")[:limit])


def running_seats(user: User, unseen: Collection[int], limit: int) -> Sequence[Seat]:
    """The person's seats in running games but those `unseen`, with the games, newest first."""
    rows = user.seats.filter(game__state=Game.State.RUNNING).exclude(game__in=unseen)
    return list(rows.select_related("game").order_by("-game_id")[:limit])


def games_before(user: User, unseen: Collection[int], limit: int) -> Sequence[Game]:
    """The person's other games but those `unseen`, newest first."""
    mine = user.seats.exclude(game__state=Game.State.RUNNING).exclude(game__in=unseen)
    keys = mine.order_by("-game_id").values("game_id")[:limit]
    return list(Game.objects.filter(pk__in=keys).order_by("-id"))
