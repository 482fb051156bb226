"""What a game is to everything else: a name, and a package whose modules are its parts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

Part = TypeVar("Part")


@dataclass(frozen=True)
class GameType:
    """A game.  Its parts are modules of `package`, each imported when it is first asked for.

    `rules` and `wording` must be there; without one of the others everything goes on, and does
    less: see docs/adding-a-game.md.  `lengths` says by number of seats how many hands a game has
    and how many seats a hand asks, on average over games of bots; it is needed where the rules
    do not fix the number of hands.  `leads` says, where seats are not even, how far ahead of
    nobody each of them begins, in the skill of ratings (docs/ratings.md).
    """

    package: str
    slug: str
    lengths: Mapping[int, tuple[int, float]] = field(default_factory=dict)
    leads: Mapping[int, tuple[float, ...]] = field(default_factory=dict)

    def part(self, name: str) -> Any:
        """The module `name` of the package; None if there is none."""
        return _module(f"{self.package}.{name}")


@cache
def _module(name: str) -> Any:
    return import_module(name) if find_spec(name) else None


class Parts(Mapping[str, Part], Generic[Part]):
    """One part of every game that has it, by slug."""

    def __init__(self, games: Mapping[str, GameType], name: str) -> None:
        self._games, self._name = games, name

    def __getitem__(self, slug: str) -> Part:
        if (part := self._games[slug].part(self._name)) is None:
            raise KeyError(slug)
        found: Part = part
        return found

    def __iter__(self) -> Iterator[str]:
        return (slug for slug, game in self._games.items() if game.part(self._name) is not None)

    def __len__(self) -> int:
        return sum(1 for _slug in self)
