"""Worked examples of the rules: set-up, meeting, sailing, the order of the cards."""

from collections import Counter

import pytest

from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.ships import Ship, opposite_pairs
from tests.rules.turning_tides.positions import dealt, deck, play, position, ship, told


def test_ex_td_01_twelve_cards() -> None:
    state = turning_tides.start(2, {})
    assert turning_tides.shuffle_needed(state) == [
        "sailor",
        "cannon",
        "cannon",
        "move",
        "navigate",
        "swing",
        "fire",
    ]
    for own in turning_tides.observation(state, None)["ships"]:
        assert own["exchange"] == ["sailor", "swing", "fire", "fire"]
        assert (own["pile"], own["cards"], own["discard"]) == (7, 1, [])
    table = turning_tides.observation(dealt(state), None)
    assert [(own["pile"], own["cards"]) for own in table["ships"]] == [(6, 2), (6, 2)]


@pytest.mark.parametrize(
    ("offset", "pairs"),
    [
        (1, [(1, 1)]),
        (2, [(1, 2), (2, 1)]),
        (5, [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1)]),
        (6, [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)]),
        (7, [(1, 7), (2, 6), (3, 5), (4, 4), (5, 3), (6, 2), (7, 1)]),
        (10, [(4, 7), (5, 6), (6, 5), (7, 4)]),
        (13, [(7, 7)]),
        (14, []),
        (16, []),
    ],
)
def test_ex_td_02_opposite_pairs(offset: int, pairs: list[tuple[int, int]]) -> None:
    assert opposite_pairs(offset) == pairs


def test_ex_td_03_thirteen_turns() -> None:
    """Nobody navigates, never both Wachten: gold plays a card that finds nobody to swing."""
    state = position(gold=ship(z1="C", z4="m"))
    offsets = []
    while state.phase == "choose":
        offsets.append(state.offset)
        state = play(state.with_deck(1, deck("swing")), ("wait", "swing"))
    assert offsets == list(range(1, 14))


def test_ex_td_03_seven_turns_of_waiting() -> None:
    state, offsets = position(), []
    while state.phase == "choose":
        offsets.append(state.offset)
        state = play(state, ("wait", "wait"))
    assert offsets == [1, 3, 5, 7, 9, 11, 13]


def test_ex_td_04_initiative_decides_between_equal_cards() -> None:
    lotte, roset = ship(z6="C", z5="s"), ship(z3="C", z5="s")
    state = position(lotte, roset, ("swing", "swing"), offset=9)
    after, events = told(state, ("swing", "swing"))
    assert [event.kind for event in events] == [
        "revealed",
        "swung",
        "pawn_moved",
        "nothing_done",
        "sailed",
    ]
    assert after.ships[1].crew == 1
    assert after.ships[0].crew == 2
    assert (after.pawn, after.offset, turning_tides.outcome(after)) == (1, 10, None)
    assert after.decks[0].discard == after.decks[1].discard == ("swing",)


def test_ex_td_09_a_cannon_serves_every_other_round() -> None:
    def fire_zones(own: Ship, round_: int) -> list[str]:
        state = position(own, cards=("fire", ""), offset=7, round=round_)
        _, events = told(state, ("fire", "wait"))
        return [str(event.data["from"]) for event in events if event.kind == "fired"]

    away, turned = ship(z5="s b", z6="C"), ship(z5="s a", z6="C")
    assert (fire_zones(away, 1), fire_zones(away, 2)) == ([], ["5"])
    assert (fire_zones(turned, 1), fire_zones(turned, 2)) == (["5"], [])
    moved = position(away, cards=("move", ""), offset=2)
    moved = play(moved, ("move", "wait"), "cannon 5b to 5a")
    assert moved.ships[0] == turned


@pytest.mark.parametrize(
    ("choice", "offset", "from_zone", "removed"),
    [("back", 6, "4", None), ("forward", 8, "5", "captain"), ("claim", 7, "4", "captain")],
)
def test_ex_td_10_dodging(choice: str, offset: int, from_zone: str, removed: str | None) -> None:
    state = position(cards=("swing", "navigate"), offset=6)
    after, events = told(state, ("swing", "navigate"), choice, f"from {from_zone}")
    assert after.offset == offset
    assert [e.data["removed"] for e in events if e.kind == "swung"] == [removed]


def test_ex_td_11_both_navigate() -> None:
    state = position(cards=("navigate", "navigate"), offset=5)
    asked = play(state, ("navigate", "navigate"))
    assert turning_tides.awaiting(asked) == (0,)
    asked = play(asked, "forward")
    assert (turning_tides.awaiting(asked), asked.offset) == ((1,), 6)
    after = play(asked, "claim")
    assert (after.pawn, after.offset) == (1, 7)


def test_ex_td_14_nothing_opposite_any_more() -> None:
    gold = ship(z3="C", z7="s a")
    state = position(gold=gold, cards=("navigate", "fire"), offset=13, pawn=0)
    after, events = told(state, ("navigate", "fire"), "forward")
    told_ = [event.kind for event in events]
    assert told_.count("nothing_done") == 1
    assert "fired" not in told_
    assert "round_over" in told_
    assert after.ships[0].crew == 3
    assert Counter(after.decks[0].pile)["navigate"] == 1  # gathered for the next round


def test_ex_td_15_not_back_from_the_first_meeting() -> None:
    state = position(cards=("navigate", ""), offset=1, pawn=1)
    asked = play(state, ("navigate", "wait"))
    assert turning_tides.legal(asked, 0) == ["claim", "forward"]
    silent, events = told(position(cards=("navigate", ""), offset=1), ("navigate", "wait"))
    assert silent.offset == 3
    assert [e.data["how"] for e in events if e.kind == "navigated"] == ["forward"]


def test_ex_td_16_an_empty_pile_is_not_filled_again() -> None:
    state = dealt(turning_tides.start(2, {}))
    for _ in range(7):  # each plays the card just drawn
        state = play(state, tuple(state.decks[seat].cards[-1] for seat in (0, 1)))
        while state.phase == "execute":
            state = play(state, turning_tides.legal(state, state.queue[0])[0])
    assert state.turn == 8
    assert [turning_tides.legal(state, seat) for seat in (0, 1)] == [["wait"], ["wait"]]
    assert turning_tides.awaiting(state) == (0, 1)
    assert len(state.decks[0].discard) == 7


def test_ex_td_18_both_wait_near_the_end() -> None:
    after, events = told(position(offset=12), ("wait", "wait"))
    assert [e.data["offset"] for e in events if e.kind == "sailed"] == [13, 14]
    assert after.round == 2


def test_ex_td_19_placing_comes_before_firing() -> None:
    silver = ship(z5="s a", z6="C")
    state = position(silver, cards=("fire", "sailor"), offset=6)
    after = play(state, ("fire", "sailor"), "at 2")
    assert not after.ships[1].zone(2).destroyed
    assert after.ships[1].zone(2).sailors == 0
    assert after.ships[1].sailors == 2
