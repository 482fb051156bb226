"""What the documents say to press or look for is called so on the pages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.extracting import ROOT

# those that lead through pages
DOCS = ("api", "bots-by-api", "duplicate", "leagues", "moderating", "plans", "ratings", "records")
CODE = re.compile(r"```.*?```|`[^`]*`|<[^>]*>", re.DOTALL)
QUOTED = re.compile(r"(?<![*\w])\*([A-Z][^*]+)\*(?![*\w])|[\"“]([A-Z][^\"”]+)[\"”]")
WAY = re.compile(r"(?<=\| )[^|]*→[^|]*")
STEP = re.compile(r"→|\bor\b|,|:|\(|\)")
OF_DJANGO = {"Add"}


def texts() -> set[str]:
    """What the pages say, without what is filled in."""
    with (ROOT / "locale/de/LC_MESSAGES/django.po").open("rb") as stream:
        ids = [m.id for m in read_po(stream) if m.id]
    singular = [each[0] if isinstance(each, tuple) else str(each) for each in ids]
    return {bare(text) for text in singular} | OF_DJANGO


def bare(text: str) -> str:
    return " ".join(text.split()).rstrip(" .:…")


def quoted(text: str) -> Iterator[str]:
    """Quotations that begin like a button or a heading, and the steps of ways through pages."""
    plain = CODE.sub("", text)
    for found in QUOTED.finditer(plain):
        yield bare(found[1] or found[2])
    for way in WAY.findall(plain):
        yield from (bare(step) for step in STEP.split(way) if step.strip()[:1].isupper())


def unknown(text: str) -> list[str]:
    known = texts()
    return [each for each in quoted(text) if each not in known]


@pytest.mark.parametrize("name", DOCS)
def test_the_pages_say_what_is_quoted(name: str) -> None:
    assert unknown(Path(ROOT, "docs", f"{name}.md").read_text(encoding="utf-8")) == []


def test_it_would_find_another_name() -> None:
    text = 'Look at *How the\nparts do* ("System status"). | x | game → Undo it → Preview | 2 |'
    assert unknown(text) == ["How the parts do", "Undo it"]
