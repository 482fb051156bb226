"""A few leaks of every channel are found; `make leaks` plants all of them."""

import os
from collections.abc import Sequence

import pytest

from tests.secrecy.leaks.listing import ALL
from tests.secrecy.leaks.planting import Leak, found

pytestmark = pytest.mark.django_db
EVERY = 20 if "TIDEWEB_ALL_LEAKS" not in os.environ else 1


def some() -> Sequence[Leak]:
    return ALL[::EVERY]


@pytest.mark.parametrize("leak", some(), ids=str)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    assert found(leak), f"nobody noticed {leak}"


def test_there_are_many_kinds() -> None:
    assert len(ALL) >= 40
    assert len({(leak.channel, leak.name, leak.where) for leak in ALL}) == len(ALL)
    assert {leak.channel for leak in ALL} == {
        "rules", "pages", "api", "letters", "house", "admin", "canary",
    }  # fmt: skip
