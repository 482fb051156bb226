"""What holds in every state of every game, played by Hypothesis with few belts and many ties."""

import json
import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.catalogue.turn_the_tide import rules as tide
from games.catalogue.turn_the_tide.rules.state import belt_count
from games.rules.errors import BadShuffle, Illegal, Malformed
from games.rules.records import build_record, record_of, replay
from tests.narrowing import not_none
from tests.rules.driving import random_bids
from tests.rules.turn_the_tide.deals import poor
from tests.sampling import whole

EVERY_BID = {*map(str, range(62)), "take low", "take high"}


class Game(RuleBasedStateMachine):
    @initialize(
        seats=st.sampled_from(tide.SEATS),
        cascade=st.booleans(),
        taker_chooses=st.booleans(),
        seed=st.integers(0, 2**32),
    )
    def sit_down(self, seats: int, cascade: bool, taker_chooses: bool, seed: int) -> None:
        self.seats, self.rng = seats, random.Random(seed)
        self.options = {"cascade": cascade, "taker_chooses": taker_chooses}
        self.state = tide.start(seats, self.options)
        self.shuffles: list[Any] = []
        self.hands: list[dict[int, str]] = []

    def items(self) -> list[Any] | None:
        return tide.shuffle_needed(self.state)

    def over(self) -> bool:
        return tide.outcome(self.state) is not None

    @precondition(lambda self: self.items() is not None)
    @rule(few_belts=st.booleans())
    def shuffle(self, few_belts: bool) -> None:
        items = not_none(self.items())
        order = poor(items, self.rng) if few_belts else items
        self.shuffles.append(order)
        self.state = tide.shuffled(self.state, order)

    @precondition(lambda self: self.items() is None and not self.over())
    @rule(choice=st.randoms(use_true_random=False), times=st.integers(1, 12))
    def bid(self, choice: random.Random, times: int) -> None:
        for _ in range(times):
            if self.items() or self.over():
                return
            bids = random_bids(tide, self.state, choice)
            self.hands.append(bids)
            self.state, events = tide.resolve(self.state, bids)
            assert json.loads(json.dumps([event.data for event in events]))

    @precondition(lambda self: bool(tide.awaiting(self.state)))
    @rule(which=st.randoms(use_true_random=False))
    def whatever_is_not_legal_is_refused(self, which: random.Random) -> None:
        bids = random_bids(tide, self.state, which)
        seat = which.choice(sorted(bids))
        for wrong in sorted(EVERY_BID - set(tide.legal(self.state, seat)))[:: which.randint(1, 9)]:
            with pytest.raises(Illegal):
                tide.resolve(self.state, {**bids, seat: wrong})
            with pytest.raises(Illegal, match=f"“{wrong}”"):
                tide.read(self.state, seat, wrong)
        with pytest.raises(Malformed):
            tide.read(self.state, seat, f"{bids[seat]} please")
        with pytest.raises(Illegal):
            tide.resolve(self.state, {s: bid for s, bid in bids.items() if s != seat})
        with pytest.raises(Illegal):
            tide.resolve(self.state, {**bids, self.seats: bids[seat]})

    @precondition(lambda self: self.items() is None)
    @rule()
    def an_order_that_nobody_asked_for_is_refused(self) -> None:
        with pytest.raises(BadShuffle):
            tide.shuffled(self.state, [1])

    @invariant()
    def exactly_one_thing_is_due(self) -> None:
        due = [bool(self.items()), bool(tide.awaiting(self.state)), self.over()]
        assert due.count(True) == 1
        for seat in range(self.seats):
            owes = seat in tide.awaiting(self.state)
            legal = tide.legal(self.state, seat)
            assert bool(legal) == owes
            assert legal == sorted(legal)
            assert tide.asides(self.state, seat) == []

    @invariant()
    def cards_and_belts_are_where_they_belong(self) -> None:
        state = self.state
        places = zip(state.cards, state.played, state.belts, state.out, state.tides, strict=True)
        for seat, (cards, played, belts, out, level) in enumerate(places):
            own = state.sets[(seat - state.stage + 1) % self.seats] if state.sets else ()
            assert sorted(cards + played) == sorted(own)
            assert 0 <= belts <= belt_count(own)
            if out:
                assert (belts, level) == (0, None)
        showing = [level for level in state.tides if level is not None]
        assert all(showing.count(level) <= 2 for level in showing)

    @invariant()
    def the_tide_deck_is_all_accounted_for(self) -> None:
        seen = tide.observation(self.state, None)
        if self.state.deck and not self.over():
            turned = list(self.state.deck[: 2 * seen["hand"] - 2])
            assert sorted(seen["tides_left"] + seen["turned_up"] + turned) == sorted(
                self.state.deck
            )

    @invariant()
    def what_is_seen_is_json_and_the_state_survives_json(self) -> None:
        for seat in (None, *range(self.seats)):
            seen = tide.observation(self.state, seat)
            assert json.loads(json.dumps(seen)) == seen
        assert tide.load(json.loads(json.dumps(tide.dump(self.state)))) == self.state

    def teardown(self) -> None:
        if hasattr(self, "state"):
            end = tide.outcome(self.state)
            record = build_record(
                tide.SLUG, 1, self.seats, self.options, self.shuffles, self.hands, end
            )
            assert replay(record_of(json.loads(json.dumps(record)))).state == self.state


TestGame = Game.TestCase
TestGame.settings = settings(
    max_examples=40 if whole() else 16, stateful_step_count=30, deadline=None
)
