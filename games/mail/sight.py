"""What a letter about a game is made from: the reader's seat, and what may be seen from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from accounts import ahead
from accounts.isolating import isolated
from accounts.models import Notice, User
from games import selectors, tells, times
from games.models import Game, Hand, LogEntry, Seat
from games.telling import Circle, Telling, telling

LATELY = 2  # hands that are told to whoever has not looked since
MOST_TOLD = 12  # hands in one letter


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
        names = [isolated(seat.user.name) if seat.user else "—" for seat in self.game.seats.all()]
        return Circle(names, self.seat.index)

    @cached_property
    def _view(self) -> tuple[dict[str, Any], list[str]]:
        return selectors.view_of(self.game, self.seat.index)

    @property
    def table(self) -> dict[str, Any]:
        """The observation of this seat."""
        return self._view[0]

    @property
    def legal(self) -> list[str]:
        """What this seat may answer now, from lowest to highest."""
        return self._view[1]

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

    @property
    def may_answer(self) -> bool:
        """Whether this seat may answer the open hand, for the first time or once more."""
        hand = self.hand
        return (
            hand is not None
            and tells.shown_state(hand) == Hand.State.OPEN
            and self.seat.index in hand.awaiting
        )

    def owes(self, number: int) -> bool:
        """Whether this seat still has to answer in the hand of that number."""
        hand = self.hand
        return (
            hand is not None
            and hand.number == number
            and self.may_answer
            and self.seat.index not in self.answered
        )

    def told(self, number: int) -> list[str]:
        """A resolved hand as sentences; none if it is not resolved."""
        entry = self.game.log.filter(kind="hand", hand_number=number).first()
        return self.words.sentences(entry.data["events"], self.circle) if entry else []

    @cached_property
    def lately(self) -> list[LogEntry]:
        """What was resolved last, newest first."""
        return selectors.told_lately([self.game], LATELY)[self.game.pk]

    def told_from(self, first: int, last: int) -> list[str]:
        """The hands of these numbers as sentences, in order; of many only the last."""
        first = max(first, last - MOST_TOLD + 1)
        return [line for number in range(first, last + 1) for line in self.told(number)]

    def told_since_looked(self) -> list[str]:
        """The last hands that were resolved since this seat looked at the table, in order."""
        looked = self.seat.looked_at_hand
        entries = [entry for entry in self.lately if entry.hand_number > looked]
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
    found: Sight | None = ahead.found("sight", notice)
    return found


def sights(notices: Sequence[Notice]) -> list[Sight | None]:
    """The same for many, in a few queries for all."""
    keys = {notice.facts["game"] for notice in notices if "game" in notice.facts}
    games = {game.pk: game for game in selectors.with_seats().filter(pk__in=keys)}
    found = [_seated(games.get(notice.facts.get("game")), notice.recipient) for notice in notices]
    _look_ahead([sight for sight in found if sight is not None], list(games.values()))
    return found


ahead.register("sight", sights)


def _seated(game: Game | None, user: User | None) -> Sight | None:
    seat = selectors.seat_of(game, user) if game is not None and user is not None else None
    return Sight(game, seat) if game is not None and seat is not None else None


def _look_ahead(found: Sequence[Sight], games: Sequence[Game]) -> None:
    """Reads for all of them what each would read by itself."""
    hands = selectors.current_hands(games)
    dues = times.dues_of_each(hands.values())
    answered = tells.seats_in_each(hands.values())
    log = selectors.told_lately(games, LATELY)
    for sight in found:
        hand = hands.get(sight.game.pk)
        sight.__dict__["hand"] = hand
        sight.__dict__["lately"] = log[sight.game.pk]
        if hand is not None:
            due = dues.get(hand.pk, {}).get(sight.seat.index, hand.deadline)
            sight.__dict__["until"] = due
            sight.__dict__["answered"] = answered.of(hand, sight.seat.index)
