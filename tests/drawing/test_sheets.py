"""Style sheets are ours alone, small, and know every name that they use."""

from __future__ import annotations

import re

import pytest

from tests.drawing.sheets import FOLDER, SHEETS

BOARDS = {
    "boards.css",
    "rowboat.css",
    "rowboat-tide.css",
    "rowboat-table.css",
    "turning-tides.css",
    "turning-tides-table.css",
}  # always linked in this order
FONTS = FOLDER.parent / "fonts"
OURS = {f'"../fonts/{path.name}"' for path in FONTS.glob("*.woff2")}
MOST = 60 * 1024  # bytes of all type together


@pytest.mark.parametrize("name", SHEETS)
def test_asks_nobody_else(name: str) -> None:
    assert "@import" not in SHEETS[name]
    assert set(re.findall(r"url\(([^)]*)\)", SHEETS[name])) <= OURS


@pytest.mark.parametrize("name", SHEETS)
def test_braces_pair(name: str) -> None:
    assert SHEETS[name].count("{") == SHEETS[name].count("}")


@pytest.mark.parametrize("name", SHEETS)
def test_tokens_are_defined(name: str) -> None:
    known = "".join(SHEETS[sheet] for sheet in ("base.css", *BOARDS))
    known = known if name in BOARDS else SHEETS["base.css"] + SHEETS[name]
    defined = set(re.findall(r"(--[\w-]+):", known))
    assert set(re.findall(r"var\((--[\w-]+)\)", SHEETS[name])) <= defined


def test_our_type_is_small_licensed_and_never_moves_what_is_read() -> None:
    faces = re.findall(r"@font-face {([^}]*)}", "".join(SHEETS.values()))
    assert faces
    assert all("font-display: optional" in face for face in faces)
    assert sum(path.stat().st_size for path in FONTS.glob("*.woff2")) <= MOST
    assert "GUST Font License" in (FONTS / "LICENSE.txt").read_text("utf-8")
