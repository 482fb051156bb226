"""Right-to-left names among other words."""

import re
from pathlib import Path

import pytest
from django.template import engines

from accounts.text.bidi_isolation import bare, cut, each_isolated, isolated, padded

SARAH = "שרה"
SHOWN = f"\u2068{SARAH}\u2069"
TEMPLATES = Path(__file__).parents[3] / "templates"
# What a template shows of somebody or of a table: it ends in a name.
OF_SOMEBODY = re.compile(
    r"(?:\{\{ |=)((?:\w+\.)*(?:user|person|who|game|recipient|actor|author|maker|reporter|"
    r"assigned_to|offered|said)\.name)(?![\w.|])(?=[ %}])"
)


@pytest.mark.parametrize("name", ["", "Marit", "Zoë", "Жанна", "中村", "Anna 7"])
def test_most_names_are_left_as_they_are(name: str) -> None:
    assert isolated(name) == name


@pytest.mark.parametrize("name", [SARAH, "ليلى", "Sarah שרה", "٣"])
def test_what_would_turn_the_rest_is_isolated_once(name: str) -> None:
    assert isolated(name) == isolated(isolated(name)) == f"\u2068{name}\u2069"
    assert bare(isolated(name)) == name


def test_a_cut_name_is_isolated_to_its_end() -> None:
    assert cut(SHOWN, 3) == SHOWN
    assert cut(isolated("שלושתנו"), 4) == "\u2068שלו…\u2069"
    assert (cut("Anneliese", 9), cut("Anneliese", 4)) == ("Anneliese", "Ann…")


def test_columns_count_what_is_seen() -> None:
    assert padded(SHOWN, 5) == SHOWN + "  "
    assert padded("Ann", 5) == "Ann  "
    assert padded(f"{SHOWN}, {SHOWN}", 9) == f"{SHOWN}, {SHOWN} "


def test_of_what_fills_a_sentence_only_texts_are_touched() -> None:
    assert each_isolated({"name": SARAH, "n": 3}) == {"name": SHOWN, "n": 3}


def test_every_template_knows_the_filter() -> None:
    page = engines["django"].from_string("<b>{{ name|isolated }}</b> {{ none|isolated }}")
    assert page.render({"name": "<שרה"}) == "<b>\u2068&lt;שרה\u2069</b> "


def test_no_template_shows_a_bare_name() -> None:
    """Letters are not among them: their names come isolated (games.mail)."""
    found = [
        f"{path.relative_to(TEMPLATES)}: {match[1]}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        if "emails" not in path.parts
        for match in OF_SOMEBODY.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
