"""The table and the cards as plain text: no line is wider than a letter."""

from games.catalogue.turn_the_tide import wording as told
from games.wording import Seating
from tests.games.wording.observing import seating, usual


def test_the_table_in_lines() -> None:
    lines = told.standing(usual(), seating())
    assert [line.split() for line in lines[:3]] == [
        ["Island", "Water", "Belts", "Cards", "Points"],
        ["You", "6", "######......", "3", "of", "4", "9", "0"],
        ["Joost", "10", "##########..", "3", "of", "4", "9", "0"],
    ]
    assert "dry" in lines[3]
    assert max(map(len, lines)) <= 72


def test_a_long_name_keeps_its_column() -> None:
    names = ("M" * 30, "Joost", "Aoife", "Henning")
    lines = told.standing(usual(), Seating(names))
    assert len({line.index("of") for line in lines[1:]}) == 1


def test_the_cards_with_their_belts() -> None:
    lines = told.holding(usual())
    assert "|  7 |  | 13c|" in lines[2]
    assert "| 30o|" in lines[2]
    assert max(map(len, lines)) <= 72


def test_headings_and_questions() -> None:
    assert told.heading(usual()) == "Stage 2 of 4, hand 4 of 12"
    assert told.place(usual()) == "Stage 2, hand 4"
    assert told.asked(usual(), seating()) == (
        "The highest weather takes the 4, the second highest the 7."
    )
    assert told.seal_label("44") == "Seal the 44"
    assert told.label("take low") == "the lower tide"
