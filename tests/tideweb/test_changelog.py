"""CHANGELOG.md can be read by players, programmers and operators: the same order in each version,
a paragraph for its tag, and nothing twice."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings

PAGE = (Path(settings.BASE_DIR) / "CHANGELOG.md").read_text("utf-8")
PARTS = ["What you must do when you upgrade", "Players", "Programs", "Operators"]
VERSIONS = dict(
    part.split("\n", 1) for part in re.split(r"^## (?=Unreleased|\d)", PAGE, flags=re.MULTILINE)[1:]
)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_version_begins_with_the_message_of_its_tag(version: str) -> None:
    first = VERSIONS[version].strip().partition("\n\n")[0]
    assert re.match(r"[A-Z]", first), first


@pytest.mark.parametrize("version", VERSIONS)
def test_its_parts_are_for_those_who_use_it(version: str) -> None:
    parts = re.findall(r"^### (.+)$", VERSIONS[version], re.MULTILINE)
    assert parts == [part for part in PARTS if part in parts]


def test_nothing_is_said_twice() -> None:
    """An entry that came by two branches was there twice, its words slightly changed."""
    for version, text in VERSIONS.items():
        sentences = re.findall(r"[A-Z][^.:]{50,}[.:]", " ".join(text.split()))
        assert [words for words, times in Counter(sentences).items() if times > 1] == [], version
