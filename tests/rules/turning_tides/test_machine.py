"""Whatever legal course a game takes, what must always hold does hold."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.cards import DRAW_PILE, EXCHANGE, INTRODUCTION_EXCHANGE
from games.catalogue.turning_tides.rules.state import State
from games.rules.errors import BadShuffle, Illegal
from games.rules.records import Aside, build_record, record_of, replay
from tests.rules.turning_tides.hidden import paired_world
from tests.sampling import whole

OPTIONS = st.sampled_from(
    [{}, {}, {"introduction": True}, {"introduction": True, "introduction_goal": "or"}]
)
JUNK = ("", "fire!", "from 8", "swap wait for fire", "stow wait", "keep keep", "surrender", "at 0")


class Game(RuleBasedStateMachine):
    @initialize(options=OPTIONS)
    def begin(self, options: dict[str, Any]) -> None:
        self.options = options
        self.state = turning_tides.start(2, options)
        self.shuffles: list[list[Any]] = []
        self.hands: list[Any] = []

    @rule(rng=st.randoms(use_true_random=False))
    def shuffle(self, rng: random.Random) -> None:
        items = turning_tides.shuffle_needed(self.state)
        if items is None:
            with pytest.raises(BadShuffle):
                turning_tides.shuffled(self.state, [])
            return
        with pytest.raises(BadShuffle):
            turning_tides.shuffled(self.state, [*items[:-1], "wait"])
        order = rng.sample(items, len(items))
        self.shuffles.append(order)
        self.state = turning_tides.shuffled(self.state, order)

    @rule(rng=st.randoms(use_true_random=False), hands=st.integers(1, 12))
    def answer(self, rng: random.Random, hands: int) -> None:
        """Several hands, as a round takes many."""
        for _ in range(hands):
            owing = turning_tides.awaiting(self.state)
            if not owing:
                return
            bids = {seat: rng.choice(turning_tides.legal(self.state, seat)) for seat in owing}
            self.hands.append(bids)
            self.state = turning_tides.resolve(self.state, bids).state
            self.look()

    @rule(seat=st.sampled_from((0, 1)), pick=st.integers(0, 9))
    def speak(self, seat: int, pick: int) -> None:
        """Accepting ends the game, so it is rare."""
        acts = turning_tides.asides(self.state, seat)
        if not acts or (acts[0] == "accept" and pick == 0 and len(self.hands) < 100):
            return
        act = acts[0] if pick == 0 else acts[-1]
        self.hands.append(Aside(seat, act))
        self.state = turning_tides.aside(self.state, seat, act).state

    @rule(junk=st.sampled_from(JUNK) | st.text(max_size=12), seat=st.sampled_from((0, 1)))
    def refuse(self, junk: str, seat: int) -> None:
        """What is not in the list is refused, and so is a bid of the wrong seats."""
        owing = turning_tides.awaiting(self.state)
        bids = {one: turning_tides.legal(self.state, one)[0] for one in owing}
        for wrong in (
            {**bids, seat: junk},
            {**bids, 2: "wait"},
            dict(list(bids.items())[1:]),
        ):
            if wrong.get(seat) not in turning_tides.legal(self.state, seat) or wrong != bids:
                with pytest.raises(Illegal):
                    turning_tides.resolve(self.state, wrong)
        if junk not in turning_tides.asides(self.state, seat):
            with pytest.raises(Illegal):
                turning_tides.aside(self.state, seat, junk)

    @invariant()
    def look(self) -> None:
        self.cards_are_conserved()
        self.units_are_conserved()
        self.one_of_three()
        assert turning_tides.load(json.loads(json.dumps(turning_tides.dump(self.state)))) == (
            self.state
        )
        self.hidden_things_are_not_seen()

    def cards_are_conserved(self) -> None:
        hold = INTRODUCTION_EXCHANGE if self.options else EXCHANGE
        for deck, shown in zip(self.state.decks, self.state.revealed, strict=True):
            lying = [*deck.cards, *deck.pile, *deck.exchange, *deck.discard, *deck.stowed]
            lying += [shown] if shown else []
            assert Counter(lying) == Counter((*DRAW_PILE, *hold, "wait"))
            if not self.options:
                assert len(deck.exchange) == 4

    def units_are_conserved(self) -> None:
        for ship in self.state.ships:
            assert ship.sailors + sum(zone.sailors for zone in ship.zones) == 4
            assert ship.cannons + sum(len(zone.cannons) for zone in ship.zones) == 4
            assert sum(zone.captain for zone in ship.zones) <= 1
            assert [n for n, zone in ship.numbered() if zone.mast] in ([], [4])
            for zone in ship.zones:
                assert zone.cannons in ("", "a", "b", "ab")
                bare = not (zone.sailors or zone.captain or zone.cannons or zone.mast)
                assert bare or not zone.destroyed

    def one_of_three(self) -> None:
        """A shuffle is needed, somebody is awaited, or the game is over."""
        owing = turning_tides.awaiting(self.state)
        over = turning_tides.outcome(self.state) is not None
        shuffle = turning_tides.shuffle_needed(self.state) is not None
        assert [bool(owing), over, shuffle].count(True) == 1
        for seat in (0, 1):
            legal = turning_tides.legal(self.state, seat)
            assert bool(legal) is (seat in owing)
            assert legal == sorted(set(legal))
            assert sorted(turning_tides.ranked(self.state, seat)) == legal

    def hidden_things_are_not_seen(self) -> None:
        for seat in (0, 1):
            other = paired_world(self.state, seat)
            for observer in (None, 1 - seat):
                assert seen(other, observer) == seen(self.state, observer)
            assert repr(other) == repr(self.state)
            pile = self.state.decks[seat].pile[::-1]
            deck = replace(self.state.decks[seat], pile=pile)
            assert seen(self.state.with_deck(seat, deck), seat) == seen(self.state, seat)

    def teardown(self) -> None:
        """The record, read anew, leads to the same state."""
        if not hasattr(self, "state"):
            return
        end = turning_tides.outcome(self.state)
        made = build_record("turning-tides", 1, 2, self.options, self.shuffles, self.hands, end)
        assert replay(record_of(json.loads(json.dumps(made)))).state == self.state


def seen(state: State, observer: int | None) -> str:
    return json.dumps(turning_tides.observation(state, observer))


TestGame = Game.TestCase
TestGame.settings = settings(
    max_examples=25 if whole() else 12,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
