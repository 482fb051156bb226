"""What somebody does who has a receipt: checks it, and tries what has to be refused."""

from __future__ import annotations

import copy
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from games import fairness
from games.services.hands import bidding
from tests.faults.checker import UNKNOWN
from tests.simulate.actors import DONE

if TYPE_CHECKING:
    from tests.simulate.actors import Actor
    from tests.simulate.people import People, Request

TRIED = 0.3  # the share of acknowledged answers after which something is tried
FAR_AHEAD = 40  # hands; no run plays so many


class Receipts:
    def __init__(self, people: People) -> None:
        self.people, self.world = people, people.world

    def judge(self, request: Request, actor: Actor) -> None:
        """Checks that a receipt commits to its answer, and that a page replaced only what it knew
        of.

        The same answer again replaces none, also if it came by another request at the same moment.
        """
        receipt = actor.result
        names = receipt.game, receipt.hand, receipt.seat, receipt.bid, receipt.salt
        if fairness.receipt(*names) != receipt.digest:
            self.world.found("receipt", f"{actor.name} has a receipt that nobody can check")
        same = receipt.via != request.via or self._by_another(request, receipt.digest)
        if request.replaces is None or same or receipt.placed_at < actor.began:
            return
        if receipt.changes != request.replaces:
            self.world.found("replaced", f"{actor.name} replaced an answer that its page never saw")

    def _by_another(self, request: Request, digest: str) -> bool:
        """Whether another request has brought this receipt, or the same answer without anybody
        having been told yet."""
        what = request.hand.pk, request.seat, request.notation
        return any(
            each.receipt == digest
            or (each.outcome == UNKNOWN and (each.hand.pk, each.seat, each.notation) == what)
            for each in self.people.requests
            if each is not request
        )

    def try_in_vain(self, request: Request, name: str) -> None:
        """Some use a key for another answer, or answer a hand that is not open yet."""
        chance = self.world.faults.chance(f"{name} in vain")
        if chance.random() > TRIED:
            return
        hand, legal = self.world.watch.open_hand()
        others = legal(request.seat) if hand == request.hand else []
        others = [notation for notation in others if notation != request.notation]
        moment = self.world.clock.at + timedelta(seconds=chance.uniform(0, 20))
        wish: dict[str, Any] = {"hand_number": request.hand.number + FAR_AHEAD}
        if request.key and others:
            wish = {"key": request.key, "text": chance.choice(others)}
        self.world.stage.at(moment, partial(self._ask, request, name, wish))

    def _ask(self, request: Request, name: str, wish: dict[str, Any]) -> None:
        usual = {"hand_number": request.hand.number, "text": request.notation, "via": request.via}
        user, game = copy.copy(request.user), self.world.position.code
        job = partial(bidding.place_bid, user, game, **{**usual, **wish})
        self.world.begin(f"{name} in vain", job, self._refused)

    def _refused(self, actor: Actor) -> None:
        if actor.state == DONE and actor.error is None:
            self.world.found("taken", f"{actor.name} was not refused")
