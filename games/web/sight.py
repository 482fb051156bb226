"""What one person sees of one game, gathered once for a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from accounts.isolating import isolated
from games import selectors, tells, times
from games.models import Game, Hand, Seat, SeatClock
from games.selectors import OwnBid, Viewer
from games.telling import Circle, Telling, telling


@dataclass(frozen=True)
class Sight:
    """A running or finished game through one seat's eyes, or a spectator's (seat None)."""

    game: Game
    telling: Telling
    circle: Circle
    seat: Seat | None
    table: dict[str, Any]
    hand: Hand | None
    seats_in: list[int]
    own: OwnBid | None
    until: datetime | None = None  # my own deadline; for others the end of the hand
    receipts: Mapping[int, str] = field(default_factory=dict)  # of the hand, as they may be seen
    clocks: Sequence[SeatClock] = ()

    @property
    def index(self) -> int | None:
        return self.seat.index if self.seat else None

    @property
    def owes(self) -> bool:
        """Whether this seat's answer is awaited (it may have been given, and be changed)."""
        return self.hand is not None and self.index in self.hand.awaiting

    @property
    def settling(self) -> bool:
        """All answers are in; the cards are being turned."""
        return self.hand is not None and tells.shown_state(self.hand) == Hand.State.READY

    @property
    def hides(self) -> bool:
        """Whether this table keeps to itself who has answered."""
        return self.hand is not None and tells.hides(self.hand)

    @property
    def in_for_all(self) -> int:
        """How many answers everybody may know to be in: mine may be known to me alone."""
        if self.hand is None or self.own is None:
            return len(self.seats_in)
        return len(self.seats_in) - (not tells.tells_own(self.hand, self.own.via))

    @property
    def waiting_for(self) -> list[int]:
        """The seats whose answers are missing."""
        if self.hand is None:
            return []
        return [seat for seat in self.hand.awaiting if seat not in self.seats_in]


def circle_of(game: Game, reader: int | None) -> Circle:
    """The names by seat; a seat whose person is gone, and a free one, has none."""
    return Circle(
        [isolated(seat.user.name) if seat.user else "—" for seat in game.seats.all()], reader
    )


def sight_of(request: HttpRequest, game: Game) -> Sight:
    """Gathers what this visitor may see of a game that has started."""
    return sight_for(request.user, game)


def sight_for(viewer: Viewer, game: Game) -> Sight:
    """The same for somebody whom something else than a session has named."""
    seat = selectors.seat_of(game, viewer)
    index = seat.index if seat else None
    hand = selectors.current_hand(game)
    receipts = tells.receipts_in(hand, index) if hand else {}
    clocks = times.clocks_of(hand) if hand else []
    return Sight(
        game=game,
        telling=telling(game.ruleset),
        circle=circle_of(game, index),
        seat=seat,
        table=selectors.observation_for(game, index) or {},
        hand=hand,
        seats_in=sorted(receipts),
        own=selectors.own_bid(game, hand, index) if hand and index is not None else None,
        receipts=receipts,
        until=times.due_among(clocks, hand, index) if hand else None,
        clocks=clocks,
    )
