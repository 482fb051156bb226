"""docs/plans.md says what is so: every fact of every game, and every example is a plan."""

import re
from pathlib import Path

import pytest

from games.plans import vocabulary_of
from games.plans.parsing import parse
from tests.plans.made import SLUGS

DOCS = (Path(__file__).parents[2] / "docs" / "plans.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_documented_facts_are_those_that_there_are(slug: str) -> None:
    part = DOCS.split(f"### {slug}\n")[1].split("\n#")[0]
    rows = dict(re.findall(r"^\| `([a-z ]+)` \| (.+) \|$", part, re.MULTILINE))
    facts = vocabulary_of(slug).by_name
    assert list(rows) == list(facts)
    for name, fact in facts.items():
        if fact.words and rows[name].startswith("`"):
            assert tuple(re.findall(r"`(\w+)`", rows[name])) == fact.words


def test_its_examples_are_plans() -> None:
    first = DOCS.split("```")[1]
    assert len(parse(first, vocabulary_of("turn-the-tide")).queue) == 2
    for text in re.findall(r"`((?:fire|swing|move|sailor|navigate) [a-z0-9 ]+)`", DOCS):
        assert parse(f"next: {text}", vocabulary_of("turning-tides")).queue


@pytest.mark.parametrize("slug", SLUGS)
def test_the_sample_of_each_game_is_a_plan(slug: str) -> None:
    words = vocabulary_of(slug)
    assert parse(words.sample, words).standing
