"""How a game is declared: a slug, and a package whose modules are its parts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

Part = TypeVar("Part")


@dataclass(frozen=True)
class GameType:
    """A game. Its parts are modules or packages in `package`, imported on first use.

    `rules` and `wording` are required; the others are optional (docs/adding-a-game.md).

    `lengths`: by number of seats, the average number of hands in a game and of seats asked in a
    hand, measured over games of bots. Needed if the rules don't fix the number of hands.
    `leads`: by number of seats, the advantage of each seat in rating skill (docs/ratings.md), for
    games whose seats aren't equal. Zeros if it isn't known which seat is better; a league
    plays each pairing both ways all the same.
    `search_seconds`: by number of seats, what hardly any search of a bot takes longer than
    (docs/bots.md), for games with a bot that searches.
    """

    package: str
    slug: str
    lengths: Mapping[int, tuple[int, float]] = field(default_factory=dict)
    leads: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    search_seconds: Mapping[int, float] = field(default_factory=dict)

    def part(self, name: str) -> Any:
        """The module `name` of the package; None if there is none."""
        return _module(f"{self.package}.{name}")


@cache
def _module(name: str) -> Any:
    return import_module(name) if find_spec(name) else None


class Parts(Mapping[str, Part], Generic[Part]):
    """A mapping from slugs to one part, for the games that have it."""

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
