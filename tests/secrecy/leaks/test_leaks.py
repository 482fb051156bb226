"""A leak is found by each kind of check; `make leaks` plants all of them, in every channel."""

import pytest

from tests.sampling import sample
from tests.secrecy.leaks.listing import ALL
from tests.secrecy.leaks.planting import Leak, found

pytestmark = pytest.mark.django_db

# Leaks of the other channels are all found by comparing two worlds, each of which takes seconds.
OTHER_CHECKS = ("rules", "canary")
SOME = sample(
    ALL,
    kind=lambda leak: leak.channel if leak.channel in OTHER_CHECKS else "worlds",
    name=lambda leak: (leak.channel, leak.name, leak.where),
)


@pytest.mark.long
@pytest.mark.parametrize("leak", SOME, ids=str)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    assert found(leak), f"nobody noticed {leak}"


def test_each_of_them_fits_its_place() -> None:
    """All leaks can be planted, also those not sampled: the code they change still exists."""
    assert [str(leak) for leak in ALL if not fits(leak)] == []


def fits(leak: Leak) -> bool:
    try:
        with leak.plant():
            return True
    except (AssertionError, AttributeError, ImportError):
        return False


def test_there_are_many_kinds() -> None:
    assert len(ALL) >= 40
    assert len({(leak.channel, leak.name, leak.where) for leak in ALL}) == len(ALL)
    assert {leak.channel for leak in ALL} == {
        "rules", "pages", "api", "letters", "house", "admin", "canary",
    }  # fmt: skip
