"""What a letter about a game is made from: the reader's seat, and what may be seen from it."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from accounts.models import Notice
from games import selectors, tells, times
from games.models import Game, Hand, Seat
from games.telling import Circle, Telling, telling


@dataclass(frozen=True)
class Sight:
    """One seat's view of its game, now."""

    game: Game
    seat: Seat

    @cached_property
    def words(self) -> Telling:
        """How this game is told."""
        return telling(self.game.ruleset)

    @cached_property
    def circle(self) -> Circle:
        """Who sits here; the reader is this seat."""
        names = [seat.user.name if seat.user else "—" for seat in self.game.seats.all()]
        return Circle(names, self.seat.index)

    @cached_property
    def table(self) -> dict[str, Any]:
        """The observation of this seat."""
        return selectors.observation_for(self.game, self.seat.index) or {}

    @cached_property
    def hand(self) -> Hand | None:
        """The hand that is open or ready now."""
        return selectors.current_hand(self.game)

    @cached_property
    def until(self) -> datetime | None:
        """The reader's own deadline in that hand."""
        return times.due_for(self.hand, self.seat.index) if self.hand else None

    @cached_property
    def answered(self) -> list[int]:
        """The seats whose bids for it are in."""
        return tells.seats_in(self.hand, self.seat.index) if self.hand else []

    def owes(self, number: int) -> bool:
        """Whether this seat still has to answer in the hand of that number."""
        hand = self.hand
        return (
            hand is not None
            and (hand.number, tells.shown_state(hand)) == (number, Hand.State.OPEN)
            and self.seat.index in hand.awaiting
            and self.seat.index not in self.answered
        )

    def told(self, number: int) -> list[str]:
        """A resolved hand as sentences; none if it is not resolved."""
        entry = self.game.log.filter(kind="hand", hand_number=number).first()
        return self.words.sentences(entry.data["events"], self.circle) if entry else []

    def told_since_looked(self, hands: int = 2) -> list[str]:
        """The last hands that were resolved since this seat looked at the table, in order."""
        entries = selectors.told_since(self.game, self.seat.looked_at_hand + 1, hands)
        return [
            sentence
            for entry in reversed(entries)
            for sentence in self.words.sentences(entry.data["events"], self.circle)
        ]

    def mark(self, index: int) -> str:
        """How a seat stands to the open hand: mine, sealed, wait, or nothing."""
        if self.hand is None or index not in self.hand.awaiting:
            return ""
        if index in self.answered:
            return "sealed"
        if index == self.seat.index:
            return "mine"
        return "" if tells.hides(self.hand) else "wait"


def sight_of(notice: Notice) -> Sight | None:
    """The game of a notice as its recipient sees it; None when they do not sit there now."""
    game = selectors.with_seats().filter(pk=notice.facts["game"]).first()
    if game is None or notice.recipient is None:
        return None
    seat = selectors.seat_of(game, notice.recipient)
    return Sight(game, seat) if seat is not None else None
