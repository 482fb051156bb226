"""Worked examples of the rules: attacks, losses, promotion, the ends of a game."""

import pytest

from games.catalogue.turning_tides import rules as turning_tides
from games.rules.errors import Illegal
from tests.rules.turning_tides.positions import dealt, deck, play, position, ship, told

GUN = ship(z4="s a", z6="C")  # at offset 7 its zone 4 faces the enemy's zone 4


def test_ex_td_07_swing_then_fire_then_promotion() -> None:
    lotte = ship(z6="C", z4="m s", z5="s b")
    roset = ship(z3="C", z4="s", z5="s b", z6="s")
    decks = (deck("fire cannon"), deck("swing swing", exchange="sailor cannon fire fire"))
    state = position(lotte, roset, decks=decks, round=2, offset=9)
    state, events = told(state, ("fire", "swing"), "from 4")
    assert [e.kind for e in events] == [
        "revealed",
        "swung",
        "captain_lost",
        "fired",
        "pawn_moved",
        "sailed",
    ]
    assert (state.pawn, state.offset) == (1, 10)
    assert state.ships[1] == ship(z3="C", z4="s", z6="s")
    state, events = told(state, ("cannon", "swing"), "from 6")
    assert [e.kind for e in events] == ["revealed", "swung", "pawn_moved", "promoted", "sailed"]
    assert state.ships[0] == ship(z4="m C", z5="b")
    assert state.pawn == 0
    assert "cannon" in state.decks[0].discard
    assert turning_tides.outcome(state) is None


def test_ex_td_08_four_shots_at_zone_four() -> None:
    target = ship(z4="m s", z3="C")
    expected = [
        ("mast", ship(z4="s", z3="C"), 1),
        ("units", ship(z3="C"), 1),
        ("destroyed", ship(z4="x", z3="C"), 1),
        ("nothing", ship(z4="x", z3="C"), 0),
    ]
    for effect, after, pawn in expected:
        state, events = told(position(GUN, target, ("fire", ""), offset=7), ("fire", "wait"))
        assert [e.data["effect"] for e in events if e.kind == "fired"] == [effect]
        assert (state.ships[1], state.pawn) == (after, pawn)
        target = state.ships[1]


def test_ex_td_12_swings_take_sailors_first() -> None:
    target = ship(z4="C s s", z1="s")
    for removed, left in (("sailor", "C s"), ("sailor", "C"), ("captain", "")):
        state = position(ship(z4="s", z6="C"), target, ("swing", ""), offset=7)
        state, events = told(state, ("swing", "wait"))
        assert [e.data["removed"] for e in events if e.kind == "swung"] == [removed]
        assert state.ships[1] == ship(z4=left, z1="s")
        target = state.ships[1]


def test_ex_td_13_the_game_stops_within_the_turn() -> None:
    gold = ship(z1="x", z2="x", z3="C", z5="s a")
    state = position(ship(z4="s a", z6="C"), gold, ("fire", "fire"), offset=7)
    after, events = told(state, ("fire", "fire"))
    assert [e.kind for e in events] == ["revealed", "fired", "pawn_moved", "game_over"]
    outcome = turning_tides.outcome(after)
    assert outcome is not None
    assert outcome.as_json() == {"scores": [1, 0], "winners": [0]}
    table = turning_tides.observation(after, None)
    assert table["phase"] == "over"
    assert table["revealed"] == ["fire", "fire"]
    assert (table["offset"], turning_tides.awaiting(after)) == (7, ())


def test_ex_td_17_where_a_cannon_may_go() -> None:
    own = ship(z4="m s", z5="a b", z6="C", z7="x")
    asked = play(position(own, cards=("cannon", ""), offset=2), ("cannon", "wait"))
    options = turning_tides.legal(asked, 0)
    assert options == [f"at {zone}{side}" for zone in (1, 2, 3, 4, 6) for side in "ab"]
    for refused in ("at 5a", "at 5b", "at 7a"):
        with pytest.raises(Illegal):
            turning_tides.resolve(asked, {0: refused})


def test_ex_td_20_waiting_postpones_the_promotion() -> None:
    lotte = ship(z4="m s", z5="s b")
    state = position(lotte, cards=("move", ""), offset=1)
    state = play(state, ("wait", "wait"), ("wait", "wait"))
    assert state.ships[0].captain_at is None
    asked = play(state, ("move", "wait"))
    assert turning_tides.legal(asked, 0) == ["promote 4", "promote 5"]
    table = turning_tides.observation(asked, None)
    assert table["executing"] == {"seat": 0, "card": "move", "promotion": True}
    assert table["levels"] == [7, 1]
    after = play(asked, "promote 5")
    assert after.ships[0] == ship(z4="m s", z5="C b")


def test_ex_td_21_the_last_of_the_crew() -> None:
    state = position(ship(z4="s"), ship(z4="s", z3="C"), ("cannon", "swing"), offset=7)
    after, events = told(state, ("cannon", "swing"))
    assert [e.kind for e in events] == ["revealed", "swung", "game_over"]
    assert events[-1].data == {"winner": 1, "why": "crew"}
    assert after.ships[0].cannons == 4


@pytest.mark.parametrize(("rest", "lost"), [({"z1": "s"}, False), ({}, True)])
def test_ex_td_23_a_shot_takes_all_units(rest: dict[str, str], lost: bool) -> None:
    state = position(GUN, ship(z4="C s a b", **rest), ("fire", ""), offset=7)
    after = play(state, ("fire", "wait"))
    assert after.ships[1] == ship(**rest)
    assert after.pawn == 1
    assert (turning_tides.outcome(after) is not None) is lost


def test_ex_td_24_the_introduction_game() -> None:
    state = dealt(turning_tides.start(2, {"introduction": True}))
    for size in (8, 9, 9):
        while turning_tides.shuffle_needed(state) is None:
            state = play(state, ("wait", "wait"))
        items = turning_tides.shuffle_needed(state)
        assert items is not None
        assert len(items) == size
        state = dealt(state)
    gold = ship(z4="", z3="C", z5="s")
    state = position(GUN, gold, ("fire", ""), offset=7, introduction=True)
    state = play(state, ("fire", "wait"))
    assert state.ships[1].destroyed == 1
    assert turning_tides.outcome(state) is None
    state = position(ship(z6="s"), state.ships[1], ("swing", ""), offset=8, introduction=True)
    after, events = told(state, ("swing", "wait"))
    assert events[-1].data == {"winner": 0, "why": "captain_and_zone"}
    assert turning_tides.outcome(after) is not None
