"""Any legal way to play keeps the promises of the contract (Hypothesis looks for one that fails).

In every state: each card is in one place, whoever is awaited has something legal, all else
is refused, what is hidden changes nothing that others see, and a dump brings the state back.
"""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.cards import DECK, in_order
from games.catalogue.rowboat.rules.state import Phase
from games.rules.base import Step
from games.rules.errors import Illegal
from tests.narrowing import not_none
from tests.rules.rowboat.hidden import other_world
from tests.sampling import whole

OPTIONS = [{}, {"novice": True}, {"misplays": True}]
EVERY_ANSWER = {
    *(f"{verb} {card}" for verb in ("play", "give") for card in DECK),
    *(f"{verb} {number}" for verb in ("bid", "moon") for number in range(15)),
    *("play rowboat", "no moon", "lighthouse", ""),
}


class Rowboat(RuleBasedStateMachine):
    """Plays any game; `log` is what a record would hold after its start."""

    @initialize(seats=st.sampled_from([2, 3, 4]), options=st.sampled_from(OPTIONS))
    def start(self, seats: int, options: dict[str, Any]) -> None:
        self.state = rowboat.start(seats, options)
        self.begun = seats, options
        self.log: list[tuple[str, Any]] = []
        self.gone: list[str] = []

    def _step(self, step: Step) -> None:
        self.state = step.state
        for event in step.events:
            json.dumps(dict(event.data))
            if event.kind == "played" and event.data["card"] != "rowboat":
                self.gone.append(event.data["card"])
            if event.kind == "stage_scored":
                self.gone = []

    @precondition(lambda self: rowboat.shuffle_needed(self.state) is not None)
    @rule(seed=st.integers(0, 2**32), small=st.booleans())
    def shuffle(self, seed: int, small: bool) -> None:
        order = not_none(rowboat.shuffle_needed(self.state))
        random.Random(seed).shuffle(order)
        if small and len(order) == len(DECK):
            order.sort(key=lambda card: str(card)[0] not in "37DW")
        self.log.append(("order", order))
        self.state = rowboat.shuffled(self.state, order)

    @precondition(lambda self: bool(rowboat.awaiting(self.state)))
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        bids = {
            seat: data.draw(st.sampled_from(rowboat.legal(self.state, seat)))
            for seat in rowboat.awaiting(self.state)
        }
        self.log.append(("bids", bids))
        self._step(rowboat.resolve(self.state, bids))

    @precondition(lambda self: bool(rowboat.awaiting(self.state)))
    @rule(seed=st.integers(0, 2**32))
    def answer_several(self, seed: int) -> None:
        """A few hands at once, so that runs get to the end of a stage."""
        rng = random.Random(seed)
        for _ in range(8):
            owing = rowboat.awaiting(self.state)
            if owing:
                bids = {seat: rng.choice(rowboat.legal(self.state, seat)) for seat in owing}
                self.log.append(("bids", bids))
                self._step(rowboat.resolve(self.state, bids))

    @precondition(lambda self: any(rowboat.asides(self.state, seat) for seat in range(4)))
    @rule(data=st.data())
    def look(self, data: st.DataObject) -> None:
        able = [seat for seat in range(self.state.seats) if rowboat.asides(self.state, seat)]
        seat = data.draw(st.sampled_from(able))
        self.log.append(("aside", seat))
        self._step(rowboat.aside(self.state, seat, "lighthouse"))

    @precondition(lambda self: rowboat.outcome(self.state) is not None)
    @rule()
    def nothing_more_can_be_done(self) -> None:
        with pytest.raises(Illegal, match="nobody"):
            rowboat.resolve(self.state, {0: "play rowboat"})

    @invariant()
    def one_of_three_holds(self) -> None:
        shuffle = rowboat.shuffle_needed(self.state) is not None
        over = rowboat.outcome(self.state) is not None
        assert shuffle + over + bool(rowboat.awaiting(self.state)) == 1

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        deal = self.state.deal
        if self.state.phase in Phase.HOLDING:
            held = [card for cards in deal.cards for card in cards]
            there = [*deal.tide, *held, *self.gone]
            assert len(there) == len(set(there)) == len(deal.tide) * (1 + self.state.seats)
            assert all(cards == in_order(cards) for cards in deal.cards)

    @invariant()
    def whoever_is_awaited_may_answer_and_nobody_else(self) -> None:
        for seat in range(self.state.seats):
            legal = rowboat.legal(self.state, seat)
            assert legal == sorted(set(legal))
            assert bool(legal) == (seat in rowboat.awaiting(self.state))
            assert set(rowboat.observation(self.state, seat)["you"]["proper"]) <= set(legal)

    @invariant()
    def every_other_answer_is_refused(self) -> None:
        owing = rowboat.awaiting(self.state)
        for seat in owing[:1]:
            legal = rowboat.legal(self.state, seat)
            others = {other: rowboat.legal(self.state, other)[0] for other in owing}
            for answer in EVERY_ANSWER - set(legal):
                with pytest.raises(Illegal):
                    rowboat.resolve(self.state, others | {seat: answer})
                if answer:
                    with pytest.raises(Illegal):
                        rowboat.read(self.state, seat, answer)
            for answer in legal:
                assert rowboat.read(self.state, seat, answer.upper()) == answer

    @invariant()
    def marriages_are_of_cards_held_to_tricks_to_come(self) -> None:
        deal = self.state.deal
        for cards, married in zip(deal.cards, deal.married, strict=True):
            assert set(married) <= set(cards)
            assert len({card[1] for card in married}) == len(married)

    @invariant()
    def what_is_hidden_changes_nothing_that_others_see(self) -> None:
        for seat in (None, *range(self.state.seats)):
            other = other_world(self.state, seat, random.Random(len(self.log)))
            assert rowboat.observation(other, seat) == rowboat.observation(self.state, seat)
            assert repr(other) == repr(self.state)

    @invariant()
    def a_dump_brings_the_state_back(self) -> None:
        data = json.loads(json.dumps(rowboat.dump(self.state)))
        assert rowboat.load(data) == self.state

    def teardown(self) -> None:
        """The log played again gives the same state."""
        if not hasattr(self, "log"):
            return
        state = rowboat.start(*self.begun)
        for kind, what in self.log:
            if kind == "order":
                state = rowboat.shuffled(state, what)
            elif kind == "aside":
                state = rowboat.aside(state, what, "lighthouse").state
            else:
                state = rowboat.resolve(state, what).state
        assert state == self.state


Rowboat.TestCase.settings = settings(
    max_examples=25 if whole() else 10,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestRowboat = Rowboat.TestCase


def test_another_world_is_really_another() -> None:
    """Otherwise the comparison above would say nothing."""
    state = rowboat.shuffled(rowboat.start(2, {}), [0, 1])
    state = rowboat.resolve(rowboat.shuffled(state, list(DECK)), {0: "moon 12"}).state
    other = other_world(state, 0, random.Random(1))
    assert other.deal.cards[0] == state.deal.cards[0]
    assert other.deal.cards[1] != state.deal.cards[1]
    assert replace(other, deal=state.deal) == state
