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
OF_THE_CHANGELOG = {"What you must do when you upgrade", "Zone 7, facing Aoife's zone 3"}


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


def test_the_next_version_is_told_in_the_words_of_the_pages() -> None:
    """In "straight" quotation marks; the beginning of a text is enough."""
    text = Path(ROOT, "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    known = {each.replace("’", "'") for each in texts()} | OF_THE_CHANGELOG
    names = {bare(each) for each in re.findall(r'"([A-Z][^"]+)"', CODE.sub("", text))}
    assert len(names) > 20
    assert [each for each in sorted(names) if not any(it.startswith(each) for it in known)] == []


def test_it_would_find_another_name() -> None:
    text = 'Look at *How the\nparts do* ("System status"). | x | game → Undo it → Preview | 2 |'
    assert unknown(text) == ["How the parts do", "Undo it"]
