"""The leaks of some channels are found; `make leaks` plants all of them, in every channel."""

import pytest

from tests.sampling import few, sample
from tests.secrecy.leaks.listing import ALL
from tests.secrecy.leaks.planting import Leak, found

pytestmark = pytest.mark.django_db

MOST = 4  # channels: each takes two complete worlds
OF_EACH = sample(ALL, kind=lambda leak: leak.channel, name=lambda leak: (str(leak), leak.where))

SOME = few(OF_EACH, MOST, name=lambda leak: leak.channel)


@pytest.mark.long
@pytest.mark.parametrize("leak", SOME, ids=str)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    assert found(leak), f"nobody noticed {leak}"


@pytest.mark.parametrize("leak", ALL, ids=str)
def test_each_of_them_fits_its_place(leak: Leak) -> None:
    """All leaks can be planted, also those not sampled: the code they change still exists."""
    with leak.plant():
        pass


def test_there_are_many_kinds() -> None:
    assert len(ALL) >= 40
    assert len({(leak.channel, leak.name, leak.where) for leak in ALL}) == len(ALL)
    assert {leak.channel for leak in ALL} == {
        "rules", "pages", "api", "letters", "house", "admin", "canary",
    }  # fmt: skip
