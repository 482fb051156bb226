"""Everybody has their time, and it is over when it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from games.models import Game, Hand, SeatClock
from tests.simulate.decisions import TAKE

if TYPE_CHECKING:
    from tests.simulate.world import World


class Times:
    def __init__(self, world: World, game: Game) -> None:
        self.world = world
        self._misses = dict(game.seats.values_list("index", "misses"))

    def after_sweep(self, began: datetime) -> None:
        """After an undisturbed sweep, checks that nobody is waited for whose time was over."""
        running = SeatClock.objects.filter(answered_at=None, paused=False, given_up=False)
        open_ = running.filter(hand__state=Hand.State.OPEN, hand__retry_at=None)
        for clock in open_.filter(deadline__lte=began).select_related("hand", "seat"):
            if not clock.hand.reply_addresses.filter(mails__state="new").exists():
                where = f"hand {clock.hand.number}, seat {clock.seat.index}"
                self.world.found("bound", f"{where}: its time is over, and a sweep left it")

    def at_the_end(self, hands: Sequence[Hand], turned: Sequence[Hand]) -> None:
        """Checks that no hand ended before somebody's time, and that misses were counted.

        Where it is shown who answers, whoever answers after all has missed as well. Somebody new at
        a seat has missed nothing.
        """
        for hand in hands:
            times = [clock.deadline for clock in hand.clocks.all() if not clock.given_up]
            if times and max(times) > hand.deadline:
                self.world.found("deadline", f"hand {hand.number} ends before somebody's time")
        missed = Counter(bid.seat.index for hand in turned for bid in hand.bids.all() if bid.missed)
        now = dict(self.world.watch.game().seats.values_list("index", "misses"))
        for seat, count in missed.items():
            taken = seat in self.world.decisions.of(TAKE)
            if not taken and now[seat] - self._misses[seat] < count:
                self.world.found("misses", f"seat {seat} has missed hands that were not counted")
