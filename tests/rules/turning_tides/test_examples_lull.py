"""Worked examples of the rules: exchange, damage, and who may look at what."""

from collections import Counter

from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.state import DAMAGE, EXCHANGE
from tests.rules.turning_tides.positions import GOLD, SILVER, deck, play, position, ship

ROSET = deck("cannon", discard="sailor cannon move navigate swing fire")
LOTTE = deck("", discard="sailor cannon cannon move navigate swing fire")


def test_ex_td_05_an_exchange() -> None:
    state = position(decks=(ROSET, LOTTE), phase=EXCHANGE)
    assert turning_tides.awaiting(state) == (0,)
    after = play(state, "swap cannon for swing")
    table = turning_tides.observation(after, None)
    assert table["ships"][0]["exchange"] == ["sailor", "cannon", "fire", "fire"]
    assert turning_tides.shuffle_needed(after) == [
        "sailor",
        "cannon",
        "move",
        "navigate",
        "swing",
        "swing",
        "fire",
    ]
    assert after.decks[0].cards == ("wait",)


def test_ex_td_05_the_card_taken_lies_open_before_damage() -> None:
    state = position(ship(z1="x", z6="C"), decks=(ROSET, LOTTE), phase=EXCHANGE)
    after = play(state, "swap cannon for swing")
    assert after.phase == DAMAGE
    assert after.decks[0].discard[-1] == "swing"
    assert after.decks[0].exchange == ("sailor", "cannon", "fire", "fire")


def test_ex_td_06_damage_is_hidden() -> None:
    state = position(ship(z1="x", z6="C"), decks=(ROSET, LOTTE), phase=EXCHANGE)
    after = play(state, "swap cannon for swing", "stow navigate")
    assert turning_tides.shuffle_needed(after) == [
        "sailor",
        "cannon",
        "move",
        "swing",
        "swing",
        "fire",
    ]
    roset = turning_tides.observation(after, 1)["ships"][0]
    assert (len(roset["exchange"]), roset["stowed"]) == (4, 1)
    assert roset["unseen"].count("navigate") == 1  # somewhere: where, Lotte cannot see
    other = play(state, "swap cannon for swing", "stow fire")
    assert turning_tides.observation(other, 1) == turning_tides.observation(after, 1)
    assert turning_tides.observation(after, 0)["you"]["stowed"] == ["navigate"]


def test_ex_td_22_damage_is_chosen_anew() -> None:
    own = ship(z1="x", z2="x", z6="C")
    mine = deck("", discard="sailor cannon cannon move swing fire", stowed="navigate")
    state = position(own, decks=(mine, LOTTE), phase=DAMAGE)
    assert "stow cannon navigate" in turning_tides.legal(state, 0)
    assert turning_tides.observation(state, None)["ships"][0]["stowed"] == 1
    after = play(state, "stow cannon move")
    assert turning_tides.shuffle_needed(after) == ["sailor", "cannon", "navigate", "swing", "fire"]
    gone = after.decks[0].exchange + after.decks[0].stowed
    assert len(gone) == 6


def test_ex_td_25_who_may_look_at_what() -> None:
    mine = deck("fire", discard="move", stowed="navigate")
    theirs = deck("swing", discard="fire", stowed="cannon")
    silver, gold = ship(z1="x", z6="C"), ship(z1="x", z3="C")
    state = position(silver, gold, decks=(mine, theirs))
    seen = turning_tides.observation(state, 0)
    assert seen["ships"][1]["discard"] == ["fire"]
    assert seen["ships"][1]["exchange"] == ["sailor", "swing", "fire", "fire"]
    counts = [seen["ships"][1][key] for key in ("pile", "cards", "stowed")]
    assert counts == [4, 2, 1]
    assert seen["you"]["stowed"] == ["navigate"]
    assert seen["you"]["cards"] == ["wait", "fire"]
    assert Counter(seen["you"]["pile"]) == Counter(["sailor", "cannon", "cannon", "swing"])


def test_ex_td_26_nothing_left_to_exchange() -> None:
    mine = deck("", discard="fire")  # six cards still in the pile
    state = position(SILVER, GOLD, decks=(mine, mine), offset=13)
    after = play(state, ("wait", "wait"))
    assert (after.round, after.phase) == (2, "shuffle")
    damaged = position(ship(z1="x", z6="C"), GOLD, decks=(mine, mine), offset=13)
    drawn = play(damaged, ("wait", "wait"))
    assert drawn.phase == DAMAGE
    assert turning_tides.awaiting(drawn) == (0,)
