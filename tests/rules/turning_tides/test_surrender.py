"""Surrender is offered and answered out of turn, whatever the hand asks for."""

import pytest

from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.state import State
from games.rules.base import Observation
from games.rules.errors import Illegal
from tests.rules.turning_tides.positions import deck, kinds, play, position, ship

HURT = ship(z1="x", z4="s", z5="s", z6="C")
DECKS = (deck("fire"), deck("swing"))
PHASES = {
    "choose": position(cards=("fire", "swing")),
    "execute": play(position(cards=("sailor", "")), ("sailor", "wait")),
    "exchange": position(decks=DECKS, phase="exchange"),
    "damage": position(HURT, decks=DECKS, phase="damage"),
}


def offered(state: State, seat: int = 0) -> State:
    after: State = turning_tides.aside(state, seat, "surrender").state
    return after


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_can_be_accepted_in_every_phase(phase: str, seat: int) -> None:
    state = PHASES[phase]
    assert [turning_tides.asides(state, one) for one in (0, 1)] == [["surrender"]] * 2
    state = offered(state, seat)
    assert turning_tides.asides(state, seat) == []
    assert turning_tides.asides(state, 1 - seat) == ["accept", "refuse"]
    ended, events = turning_tides.aside(state, 1 - seat, "accept")
    assert kinds(events) == ["surrendered", "game_over"]
    outcome = turning_tides.outcome(ended)
    assert outcome is not None
    assert outcome.winners == (1 - seat,)
    assert turning_tides.awaiting(ended) == ()
    assert [turning_tides.asides(ended, one) for one in (0, 1)] == [[], []]


@pytest.mark.parametrize("phase", PHASES)
def test_an_accepted_offer_leaves_the_position_as_it_was(phase: str) -> None:
    before: Observation = turning_tides.observation(PHASES[phase], None)
    ended = turning_tides.aside(offered(PHASES[phase]), 1, "accept").state
    after: Observation = turning_tides.observation(ended, None)
    assert after.pop("phase") == "over"
    assert before.pop("phase") == phase
    assert before.pop("executing") is None or phase == "execute"
    assert after.pop("executing") is None
    assert after == before


def test_a_refused_offer_changes_nothing_and_may_come_again() -> None:
    state = PHASES["choose"]
    refused, events = turning_tides.aside(offered(state), 1, "refuse")
    assert kinds(events) == ["refused"]
    assert refused == state
    assert turning_tides.asides(refused, 1) == ["surrender"]


def test_an_offer_lapses_when_the_hand_is_resolved() -> None:
    after, events = turning_tides.resolve(offered(PHASES["choose"]), {0: "wait", 1: "wait"})
    assert events[0].kind == "offer_lapsed"
    assert turning_tides.asides(after, 1) == ["surrender"]


def test_an_offer_is_known_to_the_seats_but_not_on_the_table() -> None:
    state, after = PHASES["choose"], offered(PHASES["choose"])
    assert turning_tides.observation(after, None) == turning_tides.observation(state, None)
    assert [turning_tides.observation(after, seat)["you"]["offer"] for seat in (0, 1)] == [0, 0]
    assert turning_tides.legal(after, 1) == turning_tides.legal(state, 1)


@pytest.mark.parametrize(
    ("seat", "act"),
    [(0, "accept"), (0, "refuse"), (0, "fire"), (2, "surrender"), (-1, "surrender")],
)
def test_what_cannot_be_said(seat: int, act: str) -> None:
    with pytest.raises(Illegal, match=repr(act)):
        turning_tides.aside(PHASES["choose"], seat, act)


def test_nothing_is_said_while_the_piles_are_shuffled() -> None:
    assert turning_tides.asides(turning_tides.start(2, {}), 0) == []
