"""0 unexpected answers over every address of the admin and the API × role × object."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.access import matrix
from tests.access.calm import calm
from tests.access.world import World, build
from tests.module_fixtures import kept
from tests.secrecy.counting import FIGURE

PREFIXES = {"api": "api/", "admin": "admin/"}


@pytest.mark.parametrize("table", matrix.TABLES)
def test_every_address_says_who_may(table: str) -> None:
    there = matrix.there(PREFIXES[table])
    assert there - set(matrix.TABLES[table]) == set(), "Say in tests/access who may"
    assert set(matrix.TABLES[table]) - there == set()


@pytest.fixture(scope="module")
def world_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with calm():
        yield from kept(django_db_blocker, lambda: build(whole=False))


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize("table", matrix.TABLES)
def test_nobody_is_let_in_who_may_not(
    table: str, world_once: World, record_property: Callable[[str, Any], None]
) -> None:
    found = matrix.ask_all(world_once, table, "sample")

    assert found.unexpected == []
    assert found.withheld == []
    assert found.undocumented == []
    assert matrix.never_granted(found, table) == []
    record_property(FIGURE, f"Who may, {table}: {found.words()}.")
