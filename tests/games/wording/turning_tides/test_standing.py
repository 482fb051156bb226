"""The ships and cards as plain text: zones that face each other stand in one line."""

import random

import pytest

from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides import wording as told
from games.wording.base import Seating
from tests.games.web.sea_states import choosing
from tests.rules.driving import play

SEATING = Seating(("Marit", "Lotte"), 0)


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


@pytest.mark.parametrize("names", [("Marit", "Lotte"), ("M" * 60, "Ł" * 60)])
def test_no_line_is_longer_than_a_letter_is_wide(names: tuple[str, str]) -> None:
    widest = 0
    for seed in range(12):
        for state in play(rules, 2, {}, random.Random(seed), most=150).states:
            for reader in (None, 0):
                seen = rules.observation(state, reader)
                lines = told.standing(seen, Seating(names, reader))
                lines += told.holding(seen) if reader == 0 else []
                widest = max(widest, *(len(line) for line in lines))
    assert 60 < widest <= 72


def test_what_the_reader_holds() -> None:
    assert told.holding(rules.observation(choosing(), 0)) == [
        "Your cards: Wait, Cannon, Navigate, Swing and Fire.",
        "Your draw pile, in an order that nobody knows: Fire.",
        "Put away for the damage: Move.",
    ]
