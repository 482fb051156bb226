"""0 unexpected answers over every address of the admin and the API × role × object."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.access import matrix
from tests.access.calm import calm
from tests.access.world import build
from tests.secrecy.counting import FIGURE

PREFIXES = {"api": "api/", "admin": "admin/"}


@pytest.mark.parametrize("table", matrix.TABLES)
def test_every_address_says_who_may(table: str) -> None:
    there = matrix.there(PREFIXES[table])
    assert there - set(matrix.TABLES[table]) == set(), "Say in tests/access who may"
    assert set(matrix.TABLES[table]) - there == set()


@pytest.mark.django_db
@pytest.mark.parametrize("table", matrix.TABLES)
def test_nobody_is_let_in_who_may_not(
    table: str, record_property: Callable[[str, Any], None]
) -> None:
    with calm():
        found = matrix.ask_all(build(whole=False), table, "sample")

    assert found.unexpected == []
    assert found.withheld == []
    assert matrix.never_granted(found, table) == []
    record_property(FIGURE, f"Who may, {table}: {found.words()}.")
