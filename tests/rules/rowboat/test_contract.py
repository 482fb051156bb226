"""What comes in from outside is checked: seats, options, orders, sets of answers."""

import json
from typing import Any

import pytest

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.cards import DECK
from games.rules.errors import BadOptions, BadShuffle, Illegal
from games.rules.registry import ruleset
from tests.rules.rowboat.arranging import answered, dealt, event, having, played, without_moon

EXAMPLE = "3m 7w Ms Ss 8w 5m 3w 8o"


def test_the_registry_knows_the_game() -> None:
    assert ruleset("rowboat") is rowboat


@pytest.mark.parametrize("seats", [1, 5, True, "2", 2.0])
def test_other_numbers_of_seats_are_refused(seats: Any) -> None:
    with pytest.raises(BadOptions):
        rowboat.start(seats, {})


@pytest.mark.parametrize(
    "options", [{"novice": 1}, {"misplays": "true"}, {"moon": True}, {"novice": None}]
)
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        rowboat.start(2, options)


def test_novice_and_misplays_exclude_each_other() -> None:
    with pytest.raises(BadOptions, match="exclude each other"):
        rowboat.start(2, {"novice": True, "misplays": True})


def test_the_items_to_shuffle_are_those_of_the_record() -> None:
    state = rowboat.start(3, {})
    assert rowboat.shuffle_needed(state) == [0, 1, 2]
    state = rowboat.shuffled(state, [2, 0, 1])
    assert rowboat.shuffle_needed(state) == list(DECK)
    assert [*DECK[:3], DECK[-1]] == ["Ao", "2o", "3o", "Wm"]
    assert rowboat.observation(state, None)["dealer"] == 2


@pytest.mark.parametrize("order", [[0], [0, 0], [0, 1, 2], [False, True], ["0", "1"], [0.0, 1.0]])
def test_what_is_no_permutation_is_refused(order: list[Any]) -> None:
    with pytest.raises(BadShuffle):
        rowboat.shuffled(rowboat.start(2, {}), order)


def test_an_order_that_nobody_asked_for_is_refused() -> None:
    with pytest.raises(BadShuffle):
        rowboat.shuffled(dealt(2, EXAMPLE), list(DECK))


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    state = without_moon(dealt(3, "Am Aw As Ao 2o 3o 4o 5o", dealer=1))
    first = [rowboat.observation(state, seat)["you"]["cards"][0] for seat in (2, 0, 1)]
    assert first == ["2o", "3o", "4o"]
    assert rowboat.awaiting(state) == (2,)


@pytest.mark.parametrize("bids", [{}, {0: "bid 1"}, {0: "bid 1", 1: "bid 1"}, {1: "BID 1"}])
def test_exactly_the_awaited_seats_answer_canonically(bids: dict[int, str]) -> None:
    with pytest.raises(Illegal):
        rowboat.resolve(without_moon(dealt(2, EXAMPLE)), bids)


def test_without_a_moon_the_tide_is_told_with_the_first_step() -> None:
    state = having(rowboat.shuffled(rowboat.start(2, {}), [0, 1]), "moon")
    top = EXAMPLE.split()
    state = rowboat.shuffled(state, [*top, *(card for card in DECK if card not in top)])
    assert rowboat.observation(state, None)["phase"] == "bid"
    step = rowboat.aside(state, 1, "lighthouse")
    assert [e.kind for e in step.events] == ["tide_laid", "stage_dealt", "looked"]
    assert event(step.events, "stage_dealt") == {"stage": 1, "dealer": 0, "cards": 8, "first": 1}
    assert event(step.events, "tide_laid")["tide"] == top
    assert [e.kind for e in rowboat.resolve(step.state, {1: "bid 1"}).events] == ["bid"]


def test_position_counts_the_decisions_of_a_stage() -> None:
    state = dealt(2, EXAMPLE)
    assert (rowboat.position(state).stage, rowboat.position(state).hand) == (1, 1)
    state = answered(state, "no moon", "bid 1")
    position = rowboat.position(state)
    assert (position.hand, position.hands, position.phase) == (3, None, "bid")


def test_dump_is_json_and_load_brings_it_back() -> None:
    state = played(answered(dealt(2, EXAMPLE), "no moon", "bid 1", "bid 2"), "rowboat")
    data = rowboat.dump(state)
    assert json.loads(json.dumps(data)) == data
    assert rowboat.load(json.loads(json.dumps(data))) == state
