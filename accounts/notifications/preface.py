"""What is added to the next letter to somebody: sentences at its top, and blocks at its end."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from accounts.models import Notice


@dataclass(frozen=True)
class First:
    """A sentence in the active language; `on_sent` is called once the letter has been sent."""

    words: str
    on_sent: Callable[[], object]


@dataclass(frozen=True)
class Block:
    """Lines that other people wrote, and the page with more of them; `on_sent` as in `First`."""

    title: str
    lines: Sequence[str]
    more: str
    url: str
    on_sent: Callable[[], object]


SOURCES: list[Callable[[Notice], Iterable[First]]] = []

BLOCKS: list[Callable[[Notice], Iterable[Block]]] = []


def of(notice: Notice) -> Sequence[First]:
    """The sentences pending for the recipient of this notice."""
    return [first for source in SOURCES for first in source(notice)]


def blocks(notice: Notice) -> Sequence[Block]:
    """The blocks that end a letter of this notice."""
    return [block for source in BLOCKS for block in source(notice)]
