"""What one person sees of one game: read once, and rendered by page, API and letters.

The bell and push notifications, which say less, have `games.mail.summaries.View`. What a view may
contain is decided by reads that check permissions (`games.selectors`, `games.visibility`); here it
is only put together, and into words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.db.models import prefetch_related_objects

from accounts.models import User
from accounts.text.bidi_isolation import isolated
from games import deadlines, selectors, visibility
from games.models import Game, Hand, LogEntry, Seat, SeatClock
from games.rules.base import Observation
from games.rules.registry import ruleset
from games.selectors.access import Viewer
from games.selectors.observations import OwnBid
from games.selectors.prefetch import gather
from games.wording import Seating, Wording, wording
from games.wording.table_changes import played_out_by_bots

RECENT_HANDS = 2  # at most so many are summed up for somebody who has not looked since
MAX_TOLD = 12  # hands in one letter


@dataclass(frozen=True)
class GameView:
    """A game that has started, seen from one seat or by a spectator (`seat` None)."""

    game: Game
    seat: Seat | None

    @property
    def index(self) -> int | None:
        """The viewer's seat by index; None for a spectator."""
        return self.seat.index if self.seat else None

    @property
    def own_seat(self) -> Seat:
        """The viewer's seat.  Raises `ValueError` for a spectator."""
        if self.seat is None:
            raise ValueError("A spectator has no seat.")
        return self.seat

    @cached_property
    def wording(self) -> Wording:
        return wording(self.game.ruleset)

    @cached_property
    def seating(self) -> Seating:
        """Who sits here; the reader is the viewer's seat."""
        return seating_of(self.game, self.index)

    @cached_property
    def table(self) -> Observation:
        """The observation: everything this seat may see."""
        return selectors.observations.observation_for(self.game, self.index) or {}

    @cached_property
    def legal(self) -> list[str]:
        """What this seat may answer now, from lowest to highest."""
        return (
            []
            if self.seat is None
            else selectors.observations.ranked_for(self.game, self.seat.index)
        )

    @cached_property
    def hand(self) -> Hand | None:
        """The hand that is open or ready now."""
        return selectors.observations.current_hand(self.game)

    @cached_property
    def receipts(self) -> Mapping[int, str]:
        """The receipts in that hand by seat, as far as this viewer may know them."""
        return visibility.receipts_in(self.hand, self.index) if self.hand else {}

    @property
    def seats_in(self) -> list[int]:
        """The seats whose answers are in, as far as this viewer may know."""
        return sorted(self.receipts)

    @cached_property
    def clocks(self) -> Sequence[SeatClock]:
        """The clocks of that hand, by seat."""
        return deadlines.clocks_of(self.hand) if self.hand else []

    @cached_property
    def until(self) -> datetime | None:
        """The viewer's own deadline; for spectators the hand's."""
        return deadlines.due_among(self.clocks, self.hand, self.index) if self.hand else None

    @cached_property
    def own(self) -> OwnBid | None:
        """What this seat has sealed in that hand."""
        if self.hand is None or self.index is None:
            return None
        return selectors.observations.own_bid(self.game, self.hand, self.index)

    @property
    def owes(self) -> bool:
        """Whether this hand asks this seat, whether it has answered or not."""
        return self.hand is not None and self.index in self.hand.awaiting

    @property
    def alone(self) -> bool:
        """Whether this hand asks this seat and no other, so that its answer turns the hand: not
        during a pause, when no hand is turned.
        """
        hand = self.hand
        asked = hand is not None and list(hand.awaiting) == [self.index]
        return asked and self.game.paused_at is None

    @property
    def stays_secret(self) -> bool:
        """Whether the answers to this hand stay secret until the game is over."""
        hand = self.hand
        return hand is not None and hand.phase in ruleset(self.game.ruleset).SECRET_PHASES

    @property
    def may_answer(self) -> bool:
        """Whether this seat may answer the open hand, for the first time or again."""
        hand = self.hand
        return hand is not None and visibility.shown_state(hand) == Hand.State.OPEN and self.owes

    def is_asked(self, number: int) -> bool:
        """Whether this seat still has to answer in the hand of that number."""
        asked = self.hand is not None and self.hand.number == number and self.may_answer
        return asked and self.index not in self.seats_in

    @property
    def settling(self) -> bool:
        """Whether all answers are in, so that the hand is about to be resolved."""
        return self.hand is not None and visibility.shown_state(self.hand) == Hand.State.READY

    @property
    def hides(self) -> bool:
        """Whether this table hides who has answered."""
        return self.hand is not None and visibility.hides(self.hand)

    @property
    def waiting_for(self) -> list[int]:
        """The seats whose answers are missing."""
        if self.hand is None:
            return []
        return [seat for seat in self.hand.awaiting if seat not in self.seats_in]

    def mark(self, index: int) -> str:
        """How a seat stands in the open hand: mine, sealed, wait, or ""."""
        if self.hand is None or index not in self.hand.awaiting:
            return ""
        if index in self.seats_in:
            return "sealed"
        if index == self.index:
            return "mine"
        return "" if visibility.hides(self.hand) else "wait"

    @cached_property
    def lately(self) -> list[LogEntry]:
        """The latest resolved hands, newest first."""
        return selectors.observations.told_lately([self.game], RECENT_HANDS)[self.game.pk]

    def sentences_on_bots(self) -> list[str]:
        """For whom a bot has played when the game was over."""
        away = [seat.index for seat in self.game.seats.all() if seat.absence]
        return played_out_by_bots(away, self.seating)

    def sentences_of_hand(self, number: int) -> list[str]:
        """A resolved hand as sentences; empty if it is not resolved."""
        entry = self.game.log.filter(kind="hand", hand_number=number).first()
        return self.wording.sentences(entry.data["events"], self.seating) if entry else []

    def sentences_of_hands(self, first: int, last: int) -> list[str]:
        """The hands of these numbers as sentences, in order; only the last `MAX_TOLD` if there are
        many."""
        first = max(first, last - MAX_TOLD + 1)
        return [
            line for number in range(first, last + 1) for line in self.sentences_of_hand(number)
        ]

    def sentences_since_looked(self) -> list[str]:
        """The latest hands resolved since this seat last looked at the table, as sentences, in
        order."""
        looked = self.seat.looked_at_hand if self.seat else 0
        entries = [entry for entry in self.lately if entry.hand_number > looked]
        return [
            sentence
            for entry in reversed(entries)
            for sentence in self.wording.sentences(entry.data["events"], self.seating)
        ]


def seating_of(game: Game, reader: int | None) -> Seating:
    """The names by seat; "—" for a free seat."""
    return Seating([_name(seat.user) for seat in game.seats.all()], reader)


def seating_in(game: Game, number: int, viewer: Viewer) -> Seating:
    """As `seating_of`, but who had the seats in the hand of this number; the viewer is the reader
    of the seat that was theirs in it."""
    people = selectors.seats.occupancy.people_in(game, number)
    reader = people.index(viewer) if isinstance(viewer, User) and viewer in people else None
    return Seating([_name(user) for user in people], reader)


def _name(user: User | None) -> str:
    return isolated(user.name) if user else "—"


def game_view(viewer: Viewer, game: Game) -> GameView:
    """What this viewer sees of a game (loaded with its seats). One query."""
    return game_views(viewer, [game])[0]


def game_views(viewer: Viewer, games: Sequence[Game]) -> list[GameView]:
    """The views of several games, in as many queries as for one."""
    gather(games, viewer)
    return [GameView(game, selectors.access.seat_of(game, viewer)) for game in games]


def views_of_readers(
    readers: Sequence[tuple[Game | None, User | None]],
) -> list[GameView | None]:
    """What each reader, seated at that game, sees of it; three queries for all.

    The same game must be the same object. What only a reader may see (own bid, hand of cards) is
    not read ahead.
    """
    games = list({game.pk: game for game, _user in readers if game is not None}.values())
    hands = gather(games, AnonymousUser())
    prefetch_related_objects(hands, "stage")
    log = selectors.observations.told_lately(games, RECENT_HANDS)
    views = [_seated(game, user) for game, user in readers]
    for view in views:
        if view is not None:
            vars(view)["lately"] = log[view.game.pk]
    return views


def _seated(game: Game | None, user: User | None) -> GameView | None:
    seat = selectors.access.seat_of(game, user) if game is not None and user is not None else None
    return GameView(game, seat) if game is not None and seat is not None else None
