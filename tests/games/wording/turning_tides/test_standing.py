"""The ships and cards as plain text: zones that face each other stand in one line."""

import random

from accounts.text.bidi_isolation import isolated
from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides import wording as told
from games.wording.base import Seating
from tests.games.web.sea_states import choosing
from tests.rules.driving import play
from tests.sampling import whole

NAMES, LONG = ("Marit", "Lotte"), ("M" * 60, "Ł" * 60)
SEATING = Seating(NAMES, 0)


def test_a_position_line_by_line() -> None:
    lines = told.standing(rules.observation(choosing(), 0), SEATING)
    assert lines[:5] == [
        "Step 9 of 13, side B faces the enemy; the pawn: you.",
        "",
        "  You (silver)               Lotte (gold)",
        "    .---^---.",
        "   |xxxxxxxxx|   1",
    ]
    assert lines.index("   \\_________/            2   |         |") > 10
    assert lines[lines.index("                               '---v---'") - 1].startswith(
        " " * 26 + "1 "
    )
    assert "   |s        |=  5  <->   5  =|s        |" in lines
    assert "   |s        |=  7  <->   3   |C s      |" in lines
    assert "  =|         |   2            /---------\\" in lines


def test_no_line_is_longer_than_a_letter_is_wide() -> None:
    """With names of any length, in every third position of some games."""
    widest = dict.fromkeys((NAMES, LONG), 0)
    for seed in range(12 if whole() else 5):
        for state in play(rules, 2, {}, random.Random(seed), most=150).states[seed % 3 :: 3]:
            for reader in (None, 0):
                seen = rules.observation(state, reader)
                held = told.holding(seen) if reader == 0 else []
                for names, most in widest.items():
                    lines = told.standing(seen, Seating(names, reader)) + held
                    widest[names] = max(most, *map(len, lines))
    assert all(60 < most <= 72 for most in widest.values()), widest


def test_captains_stand_apart_and_above_their_ships() -> None:
    """With names that fill their column, and with one that is read from right to left."""
    seen = rules.observation(choosing(), None)
    heads = [
        told.standing(seen, Seating((name, "Lotte")))[2] for name in ("M" * 20, isolated("שרה"))
    ]
    assert heads[0] == f"  {'M' * 20} (silver) Lotte (gold)"
    assert heads[1] == "  \u2068שרה\u2069 (silver)               Lotte (gold)"


def test_what_the_reader_holds() -> None:
    assert told.holding(rules.observation(choosing(), 0)) == [
        "Your cards: Wait, Cannon, Navigate, Swing and Fire.",
        "Your draw pile, in an order that nobody knows: Fire.",
        "Put away for the damage: Move.",
    ]
