"""The ships in an HTML letter tell what those in its text do: who faces whom, and every gun."""

import random
import re
from html.parser import HTMLParser

import pytest

from games.catalogue.turning_tides import email_table, rules
from games.catalogue.turning_tides.rules.ships import opposite_pairs
from games.catalogue.turning_tides.wording import plain
from games.mail.email_tables.base import Shown
from games.rules.base import Observation
from games.wording import Seating
from tests.rules.driving import play

SEATING = Seating(("Marit", "Joost"), 0)


class Rows(HTMLParser):
    """The rows of the first table: of each cell how many columns it takes, and its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[tuple[int, str]]] = []
        self.feed(html.partition("</table>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append((int(dict(attrs).get("colspan") or 1), ""))

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            columns, words = self.rows[-1][-1]
            self.rows[-1][-1] = (columns, f"{words} {data}".strip())


def observed(hands: int) -> Observation:
    state = play(rules, 2, {}, random.Random(hands), most=hands).state
    return rules.observation(state, 0)


@pytest.mark.parametrize("hands", [4, 20, 40, 80])
def test_ships_lie_as_in_the_text(hands: int) -> None:
    seen = observed(hands)
    rows = Rows(email_table.board(Shown("turning-tides", seen, SEATING))).rows
    assert {sum(columns for columns, _words in row) for row in rows} == {7}
    words = [" ".join(content for _columns, content in row) for row in rows]
    facing = [re.findall(r"([1-7]) ↔ ([1-7])", line) for line in words]
    met = [(int(one), int(other)) for line in facing for one, other in line]
    assert met == opposite_pairs(seen["offset"])
    text = [line for line in plain.standing(seen, SEATING) if "|" in line]
    guns = re.compile(f"{email_table.TO_RIGHT}|{email_table.TO_LEFT}")
    drawn = [len(guns.findall(line)) for line in words[2:-1]]
    assert drawn == [line.count(plain.CANNON) for line in text]
    assert "\n".join(words).count("destroyed") == "\n".join(text).count(plain.DESTROYED)


def test_a_gun_points_where_it_shoots() -> None:
    """Of silver, on the left, the right one at the enemy; of gold the left one."""
    seen = observed(4)
    for ship in seen["ships"]:
        ship["zones"][3] |= {"cannons": seen["facing"], "destroyed": False}
    rows = Rows(email_table.board(Shown("turning-tides", seen, SEATING))).rows
    cells = [[words for _columns, words in row] for row in rows]
    assert any(line[2:3] == [email_table.TO_RIGHT] and line[3].startswith("4") for line in cells)
    assert any(line[-3:-2] == [email_table.TO_LEFT] and line[-4].endswith("4") for line in cells)
