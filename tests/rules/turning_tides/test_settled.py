"""What the notation of the records settles in detail, beyond the worked examples."""

import pytest

from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.ships import Ship
from games.catalogue.turning_tides.rules.state import EXCHANGE, State
from games.rules.errors import BadOptions
from tests.rules.turning_tides.positions import dealt, deck, kinds, play, position, ship, told


def test_back_is_legal_past_the_end_within_a_turn() -> None:
    state = position(cards=("navigate", "navigate"), offset=13)
    state = play(state, ("navigate", "navigate"), "forward")
    assert state.offset == 14
    assert turning_tides.legal(state, 1) == ["back", "claim", "forward"]
    for choice, offsets in (("back", [13, 14]), ("forward", [15, 16])):
        after, events = told(state, choice)
        assert [event.data["offset"] for event in events[:2]] == offsets
        assert (after.round, after.offset) == (2, 1)


def test_a_round_goes_on_after_steering_back_from_its_end() -> None:
    state = position(cards=("navigate", ""), offset=13)
    after = play(state, ("navigate", "wait"), "back")
    assert (after.offset, after.round, after.turn, after.phase) == (13, 1, 2, "choose")


def test_an_attack_without_effect_may_be_chosen() -> None:
    state = position(ship(z1="s", z4="s", z6="C"), cards=("swing", ""), offset=4)
    asked = play(state, ("swing", "wait"))
    assert turning_tides.legal(asked, 0) == ["from 1", "from 4"]
    after, events = told(asked, "from 4")
    assert events[0].data == {"seat": 0, "from": 4, "at": 1, "removed": None}
    assert after.pawn == 0


def test_a_cannon_may_turn_but_not_stay() -> None:
    asked = play(position(cards=("move", ""), offset=2), ("move", "wait"))
    moves = turning_tides.legal(asked, 0)
    assert "cannon 5b to 5a" in moves
    assert "cannon 5b to 5b" not in moves
    assert not any(move.startswith("mast") for move in moves)
    assert not any(move.startswith("captain 6 to 6") for move in moves)


def test_one_place_is_not_asked_for_and_none_is_nothing() -> None:
    for zones, told_kind in ((6, "placed"), (7, "nothing_done")):
        gone = {f"z{number}": "x" for number in range(1, zones + 1)}
        state = position(ship(**gone), cards=("sailor", ""), introduction=True)
        after, events = told(state, ("sailor", "wait"))
        assert events[1].kind == told_kind
        assert after.phase == "choose"


def test_a_swap_like_for_like() -> None:
    state = position(decks=(deck("fire"), deck()), phase=EXCHANGE)
    assert "swap fire for fire" in turning_tides.legal(state, 0)
    _, events = told(state, "swap fire for fire")
    assert events[0].data["exchange"] == ["sailor", "swing", "fire", "fire"]


def test_no_more_can_be_exchanged_than_the_hold_has() -> None:
    held = deck("sailor cannon cannon move navigate swing fire")
    legal = turning_tides.legal(position(decks=(held, deck()), phase=EXCHANGE), 0)
    assert max(len(line.split(" for ")[-1].split()) for line in legal) == 4
    assert not any("wait" in line for line in legal)


def test_the_lull_shows_turn_nought_and_the_last_offset() -> None:
    state = position(decks=(deck("fire"), deck("swing")), offset=13, turn=13)
    table = turning_tides.observation(play(state, ("wait", "wait")), None)
    assert (table["phase"], table["turn"], table["offset"]) == ("exchange", 0, 15)
    where = turning_tides.position(play(state, ("wait", "wait")))
    assert (where.stage, where.stages, where.hand, where.phase) == (1, None, 13, "exchange")


def test_revealed_cards_are_neither_held_nor_discarded() -> None:
    asked = play(position(cards=("sailor", "")), ("sailor", "wait"))
    table = turning_tides.observation(asked, None)
    assert table["revealed"] == ["sailor", "wait"]
    assert [own["cards"] for own in table["ships"]] == [1, 0]
    assert [own["discard"] for own in table["ships"]] == [[], []]


def introduction(goal: str, silver_card: str, gold: Ship) -> State:
    own = ship(z3="s a", z6="C")
    state = position(own, gold, (silver_card, ""), offset=6, introduction=True, goal=goal)
    return play(state, (silver_card, "wait"))


@pytest.mark.parametrize(
    ("goal", "card", "target", "over"),
    [
        ("or", "swing", "C", True),
        ("or", "fire", "", True),
        ("or", "fire", "m s", False),  # only a mast is gone
        ("and", "swing", "C", False),
        ("and", "fire", "", False),
    ],
)
def test_the_goals_of_the_introduction(goal: str, card: str, target: str, over: bool) -> None:
    other = "" if "C" in target else "C"
    state = introduction(goal, card, ship(z4=target, z7=other))
    assert (turning_tides.outcome(state) is not None) is over


def test_a_ship_without_crew_plays_on_in_the_introduction() -> None:
    state = introduction("and", "swing", ship(z4="C"))
    assert state.ships[1].crew == 0
    assert turning_tides.outcome(state) is None
    after, events = told(state.with_deck(1, deck("move")), ("wait", "move"))
    assert "nothing_done" in kinds(events)
    assert "promoted" not in kinds(events)
    assert turning_tides.awaiting(after) == (0, 1)


def test_the_exchange_cards_of_the_introduction_run_out() -> None:
    state = dealt(turning_tides.start(2, {"introduction": True}))
    holds = []
    for _ in range(3):
        holds.append(turning_tides.observation(state, None)["ships"][1]["exchange"])
        while turning_tides.shuffle_needed(state) is None:
            state = play(state, ("wait", "wait"))
        state = dealt(state)
    assert holds == [["fire", "fire"], ["fire"], []]


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {}),
        (3, {}),
        (2, {"introduction": 1}),
        (2, {"introduction": "true"}),
        (2, {"introduction_goal": "xor"}),
        (2, {"novice": True}),
    ],
)
def test_other_seats_and_options_are_refused(seats: int, options: dict[str, int | str]) -> None:
    with pytest.raises(BadOptions):
        turning_tides.start(seats, options)


def test_the_outcome_names_the_winner() -> None:
    ended = position(winner=1)
    outcome = turning_tides.outcome(ended)
    assert outcome is not None
    assert outcome.as_json() == {"scores": [0, 1], "winners": [1]}


def test_waiting_without_a_captain_is_no_promotion() -> None:
    state = position(ship(z4="s", z5="s"), cards=("", "sailor"))
    asked = play(state, ("wait", "sailor"))
    assert turning_tides.observation(asked, None)["levels"] == [1, 2]
