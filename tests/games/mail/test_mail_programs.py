"""What Gmail, Outlook and Apple Mail are known to do with HTML, asked of every approved letter.

Outlook draws by Word: no flex, no position, no `max-width`, so widths stand in attributes.  Gmail
cuts a letter off at 102 KB, drops a style sheet of more than 8 KB, and shows in its preview what
stands in a letter, hidden or not.
"""

import re
from functools import cache
from html.parser import HTMLParser

from tests.games.mail.goldens import FOLDER

ELEMENTS = "html head meta title style body div table tr td th p br b i a span h1 h2 pre"
# Of CSS: what Outlook or Gmail do not know and a letter would fall apart without.
UNKNOWN = re.compile(
    r"\b(?:flex|grid|position|float|calc|var|@import|@font-face|url|transform|rgba|rem|vh|vw)\b"
)
MAX_BYTES, MAX_STYLE_BYTES = 102 * 1024, 8192
PREVIEW = 150  # signs that a program shows at most, behind those that a preview begins with


class Drawn(HTMLParser):
    """The elements of a letter with their attributes, and its words in their order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.outlook: list[str] = []
        self.style = ""
        self._in = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._in = tag

    def handle_endtag(self, tag: str) -> None:
        self._in = "" if tag == self._in else self._in

    def handle_comment(self, data: str) -> None:
        self.outlook.append(data)

    def handle_data(self, data: str) -> None:
        if self._in == "style":
            self.style += data
        elif self._in != "title":
            self.words.append(data)

    def every(self, *tags: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag in tags]


@cache
def letters() -> dict[str, Drawn]:
    paths = sorted(FOLDER.glob("*/*.html"))
    found = {f"{path.parent.name}/{path.name}": Drawn(path.read_text("utf-8")) for path in paths}
    assert len(found) > 40
    return found


def test_they_are_drawn_alike_everywhere() -> None:
    for name, letter in letters().items():
        styles = [each.get("style") or "" for _tag, each in letter.elements]
        assert {tag for tag, _attributes in letter.elements} <= set(ELEMENTS.split()), name
        assert not [style for style in (*styles, letter.style) if UNKNOWN.search(style)], name
        assert not re.search(r"#[0-9a-f]{3}\b(?![0-9a-f])", " ".join(styles)), name
        for each in letter.every("table"):
            assert {"cellpadding", "cellspacing", "border"} <= each.keys(), name
        assert [each.get("width") for each in letter.every("table")][:2] == ["100%", "600"], name
        assert [text[:8] for text in letter.outlook] == ["[if mso]"] * 2, name  # a width for Word


def test_a_button_has_its_size_in_outlook_too() -> None:
    """Word ignores the padding of a link, and knows that of a cell, which others would add."""
    for name, letter in letters().items():
        for cell in letter.every("td"):
            if "button" in (cell.get("class") or "").split():
                assert "mso-padding-alt:14px 28px" in (cell.get("style") or ""), name


def test_they_know_day_and_night() -> None:
    for name, letter in letters().items():
        named = {each.get("name"): each.get("content") for each in letter.every("meta")}
        assert named["color-scheme"] == named["supported-color-schemes"] == "light dark", name
        assert "prefers-color-scheme: dark" in letter.style, name
        assert letter.every("html")[0].get("lang") == "en", name
        assert all(each.get("bgcolor") for each in letter.every("body")), name


def test_they_are_small_enough() -> None:
    for name, letter in letters().items():
        # German and quoted-printable are longer.
        assert len(letter.source.encode()) < MAX_BYTES / 2, name
        assert len(letter.style.encode()) < MAX_STYLE_BYTES, name


def test_a_preview_shows_nothing_of_the_letter_itself() -> None:
    """Its first words are made for that; what a lock screen shows behind them is blank."""
    for name, letter in letters().items():
        text = "".join(letter.words).lstrip()
        shown, _gap, behind = text.partition("\N{ZERO WIDTH NON-JOINER}")
        assert shown, name
        assert not behind[:PREVIEW].replace("\N{ZERO WIDTH NON-JOINER}", "").strip(), name
