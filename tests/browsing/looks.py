"""How pages are shown: each in few ways by the suite, in all of them by `make browsers`.

This is the one place where that is chosen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Literal
from zlib import crc32

from tests.sampling import sample

SIZES = {"phone": (360, 780), "tablet": (768, 1024), "desk": (1280, 900)}
WIDE = ("tablet", "desk")
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
LANGUAGES = ("en", "de", "nl")


@dataclass(frozen=True)
class Look:
    """A page at one size, by day or by night; `axe` reads it through as well."""

    size: str
    theme: Theme = "light"
    axe: bool = False

    def __str__(self) -> str:
        return f"{self.size}-{self.theme}"


@dataclass(frozen=True)
class Load:
    """A page that comes in one language, with or without its script, and the looks at it."""

    looks: tuple[Look, ...]
    language: str = "en"
    script: bool = True

    def __str__(self) -> str:
        """What its pictures are called besides: nothing for what most people get."""
        language = "" if self.language == "en" else f"-{self.language}"
        return language + ("" if self.script else "-no-script")


# By night the colours differ and nothing else does, which tests/drawing/test_contrast.py checks.
# Longer words are what another language brings, and a phone is where they stick out. To lay a page
# out anew for another width costs a third of loading it. So every page is loaded once and read by
# axe, on a phone and on one of the wider screens, beginning with the one that the window has; of
# three pages one comes in German and one in Dutch.
ALL = tuple(
    Load(tuple(Look(size, theme, axe=True) for theme in THEMES for size in SIZES), language, script)
    for script in (True, False)
    for language in LANGUAGES
)
WHOLE = os.environ.get("TIDEWEB_BROWSERS") == "whole"


def _said() -> str:
    """What the whole is."""
    return (
        f"Every page at {len(SIZES)} widths ({', '.join(SIZES)}), by day and by night, in "
        f"{', '.join(LANGUAGES)}, with and without its script: {len(ALL)} times loaded and "
        f"{sum(len(load.looks) for load in ALL)} times looked at by axe."
    )


def some(
    names: Iterable[str], most: int, kind: Callable[[str], Hashable] = lambda _: 0
) -> list[str]:
    """Of many like cases so many of each kind by the suite, and all by `make browsers`."""
    return list(names) if WHOLE else sample(names, kind=kind, most=most)


def alike(*groups: Iterable[str]) -> Callable[[str], Hashable]:
    """The kind of a case that is in one of these groups; every other is of its own."""
    kinds = {name: f"like {names[0]}" for names in map(list, groups) for name in names}
    return lambda name: kinds.get(name, name)


def together(names: Iterable[str], most: int = 8) -> list[tuple[str, ...]]:
    """Names in groups for one window each: opening it and what it shows costs as much as looking.

    `make browsers` looks at each so often that they stay apart.
    """
    names, most = list(names), 1 if WHOLE else most
    return [tuple(names[at : at + most]) for at in range(0, len(names), most)]


def _few(name: str, size: str, language: str) -> Load:
    """Two looks at this page in a window that has one of these sizes now."""
    wide = WIDE[crc32(f"wide {name}".encode()) % len(WIDE)]
    other = wide if size == "phone" else "phone"
    return Load((Look(size, axe=True), Look(other)), language)


def loads(name: str, size: str, *, of_its_own: bool, abroad: bool = True) -> tuple[Load, ...]:
    """In which ways to show the page of that name in a window of that size.

    What has no address of its own (the answer to a form) would have to be sent anew for each: the
    suite shows it as it is, and others in our languages in turn. What is not `abroad` comes in
    English only.
    """
    if WHOLE:
        return tuple(load for load in ALL if abroad or load.language == "en")
    place = crc32(name.encode()) % len(LANGUAGES) if of_its_own and abroad else 0
    return (_few(name, size, LANGUAGES[place]),)


if __name__ == "__main__":
    print(_said())  # noqa: T201
