"""docs/plans.md says what is so: every fact of every game, and every example is a plan."""

import re
from pathlib import Path

import pytest

from games.plans import PLAN_VOCABULARIES, vocabulary_of
from games.plans.parsing import parse
from games.refusals import Refused
from games.services.hands import plans
from tests.plans.made import SLUGS

DOCS = (Path(__file__).parents[2] / "docs" / "plans.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", PLAN_VOCABULARIES)
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


@pytest.mark.parametrize("slug", [*SLUGS, "a game without a vocabulary"])
def test_the_sample_of_each_game_is_a_plan(slug: str) -> None:
    words = vocabulary_of(slug)
    assert parse(words.sample, words).standing


def test_its_error_is_what_somebody_reads() -> None:
    (quoted,) = re.findall(r"^> (Line .+(?:\n> .+)*)", DOCS, re.MULTILINE)
    with pytest.raises(Refused) as refused:
        plans.read("turn-the-tide", "next: 44\nalways: 99")
    assert refused.value.message == quoted.replace("\n> ", " ")


@pytest.mark.parametrize("test", ["my tide >= 7", "my tide is ≥ 7", "the my cards < hand"])
def test_a_sign_needs_no_verb(test: str) -> None:
    assert parse(f"if {test}: middle", vocabulary_of("turn-the-tide")).standing
