"""What a letter shows by signs alone is also there in words, for those who listen to it."""

import re

import pytest

from tests.games.mail.goldens import FOLDER
from tests.games.mail.goldens.files import whole
from tests.games.mail.goldens.frame import LANGUAGES

WHERE = {
    "en": ("a cannon towards the enemy", "a cannon towards the open sea"),
    "de": ("eine Kanone zum Gegner", "eine Kanone zur offenen See"),
    "nl": ("een kanon naar de vijand", "een kanon naar open zee"),
}
SHOWN = [path.name for path in FOLDER.glob("turning-tides/*.html") if "═►</" in path.read_text()]


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cannon_is_no_mere_arrow(name: str, language: str) -> None:
    text = whole("turning-tides", name, language)
    arrows = len(re.findall(r">(?:═►|◄═)</", text))
    words = re.findall(r'<span role="img" aria-label="([^"]*)">(?:═►|◄═)</span>', text)
    assert arrows == len(words) > 0
    assert {*words} <= {*WHERE[language]}
