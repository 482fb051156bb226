"""Style sheets are ours alone, small, and know every name that they use."""

from __future__ import annotations

import re

import pytest

from tests.drawing.sheets import SHEETS

BOARDS = {"boards.css", "rowboat.css", "ships.css"}  # always linked in this order


@pytest.mark.parametrize("name", SHEETS)
def test_asks_nobody_else(name: str) -> None:
    assert "@import" not in SHEETS[name]
    assert "url(" not in SHEETS[name]


@pytest.mark.parametrize("name", SHEETS)
def test_braces_pair(name: str) -> None:
    assert SHEETS[name].count("{") == SHEETS[name].count("}")


@pytest.mark.parametrize("name", SHEETS)
def test_tokens_are_defined(name: str) -> None:
    known = "".join(SHEETS[sheet] for sheet in ("base.css", *BOARDS))
    known = known if name in BOARDS else SHEETS["base.css"] + SHEETS[name]
    defined = set(re.findall(r"(--[\w-]+):", known))
    assert set(re.findall(r"var\((--[\w-]+)\)", SHEETS[name])) <= defined
