"""What is written on a poster stays within it, and beside what others are called."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from games.drawing import posters

SEATS = 5
LONG = [
    "Ein sehr langer Tischname für den Freitag",
    "W" * 40,
    "ТЕКСЕЛ И ВЛИЛАНД, ДВА ОСТРОВА В МОРЕ",
    "海" * 40,
]


def part(svg: str, x: int, y: int, width: int, height: int) -> bytes:
    """What is seen of a part of the poster."""
    whole = 'viewBox="0 0 1200 630" width="1200" height="630"'
    assert whole in svg
    size = f'viewBox="{x} {y} {width} {height}" width="{width}" height="{height}"'
    with patch.object(posters, "WIDTH", width):
        return posters.png(svg.replace(whole, size, 1))


@pytest.mark.parametrize("name", LONG)
def test_the_name_of_a_table_ends_before_the_edge(name: str) -> None:
    long, short = (posters.poster(each, each, "", []) for each in (name, "Texel"))
    assert part(long, 1160, 40, 40, 110) == part(short, 1160, 40, 40, 110)


@pytest.mark.parametrize("name", ["Maximiliane von Wolkenstein", "W" * 30, "Ольга Петровна"])
def test_nobody_is_written_over_their_neighbour(name: str) -> None:
    long, short = (
        posters.poster("Texel", "", "", [(seat + 1, each, state) for seat in range(SEATS)])
        for each, state in ((name, "trocken · −10 Punkte"), ("Jo", "0"))
    )
    for seat in range(1, SEATS + 1):
        gap = 60 + 216 * seat - 10, 515, 8, 75
        assert part(long, *gap) == part(short, *gap)


def test_a_name_with_room_is_written_in_full() -> None:
    both = "Maximiliane von Wolkenstein & Schiermonnikoog"
    assert ">Maximiliane von Wolkenstein &amp; Schiermonnikoog<" in posters.poster(
        "Texel", "", "", [(1, both, "0"), (2, "Jo & Wim", "0")]
    )
