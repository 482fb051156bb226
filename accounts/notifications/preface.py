"""What the next letter to somebody says first, whatever else it is about."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from accounts.models import Notice


@dataclass(frozen=True)
class First:
    """A sentence in the language that is active; `told` is called once the letter has left."""

    words: str
    told: Callable[[], object]


SOURCES: list[Callable[[Notice], Iterable[First]]] = []


def of(notice: Notice) -> Sequence[First]:
    """All that waits for the reader of this notice."""
    return [first for source in SOURCES for first in source(notice)]
