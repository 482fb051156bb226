"""Sentences that go to the top of the next letter to somebody, whatever it is about."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from accounts.models import Notice


@dataclass(frozen=True)
class First:
    """A sentence in the active language; `told` is called once the letter has been sent."""

    words: str
    told: Callable[[], object]


SOURCES: list[Callable[[Notice], Iterable[First]]] = []


def of(notice: Notice) -> Sequence[First]:
    """The sentences pending for the recipient of this notice."""
    return [first for source in SOURCES for first in source(notice)]
