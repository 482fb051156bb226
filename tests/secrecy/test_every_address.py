"""Every address is requested: a new one without a case fails here."""

import pytest

from accounts.notifications.kinds import KINDS
from games.rules.registry import RULESETS
from tests.secrecy import addresses, cases, letters, positions, worlds


def test_every_address_has_a_case_or_a_reason() -> None:
    there = set(addresses.routes())
    assert there - cases.known() - set(cases.EXEMPT) == set()


def test_no_case_is_of_an_address_that_is_gone() -> None:
    there = set(addresses.routes())
    assert (cases.known() | set(cases.EXEMPT)) - there == set()


def test_every_kind_of_letter_has_its_facts() -> None:
    ours = {slug for slug, kind in KINDS.items() if kind.compose.__module__.startswith("games.")}
    assert set(letters.FACTS) == ours
    assert ours


def test_every_ruleset_is_altered_and_stands_in_some_position() -> None:
    assert set(worlds.OTHER_WORLDS) == set(worlds.TABLES) == set(RULESETS)
    assert {recipe.slug for recipe in positions.RECIPES.values()} == set(RULESETS)


@pytest.mark.parametrize("slug", RULESETS)
def test_every_secret_phase_is_a_position(slug: str) -> None:
    names = " ".join(positions.RECIPES)
    for phase in RULESETS[slug].SECRET_PHASES:
        assert phase in names
