"""Nobody is asked to find a change of what only a type checker or nobody reads."""

import pytest

from tests.mutants.sparing import Spared

CODE = '''\
from typing import Protocol, TYPE_CHECKING

__all__ = ["One"] + ["Two"]
One = int | str
Two = 3 | 4

if TYPE_CHECKING:
    import this


class Shape(Protocol):
    size = 1


def only_said(size: int | None) -> int | None:
    log.warning("Größe %s", size + 1)
    log.append(size + 1)


def only_a_shape(size=1):
    """…"""
    raise NotImplementedError


@cache
def real(size=1):
    return size + 1
'''


@pytest.mark.parametrize(
    "part",
    ['+ ["Two"]', "| str", "TYPE_CHECKING:", "= 1\n", "| None)", "| None:", "+ 1)", "raise"],
)
def test_spared(part: str) -> None:
    assert position_of(part) in Spared(CODE)


@pytest.mark.parametrize("part", ["| 4", "append", "@cache", "real", "size + 1\n"])
def test_not_spared(part: str) -> None:
    assert position_of(part) not in Spared(CODE)


def position_of(part: str) -> tuple[int, int]:
    """The first place where it stands."""
    before = CODE[: CODE.index(part)]
    return before.count("\n") + 1, len(before.rpartition("\n")[2])
