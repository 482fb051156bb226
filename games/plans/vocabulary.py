"""What a plan may say about one game: its facts and its answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from games.rules.base import Observation

Seen = TypeVar("Seen")  # the observation of one game
Value = int | str
V = TypeVar("V", bound=Value)


@dataclass(frozen=True)
class Fact(Generic[Seen]):
    """Something that a seat sees.

    `read` gives its values from the seat's own observation: none if there is nothing of the kind,
    several if any of them counts; a flag gives its name if it is true. `words` are the values of a
    fact that is not a number. `frame` puts words around the value ("a tide of 7 is up").
    """

    name: str
    read: Callable[[Seen], Sequence[Value]]
    says: str
    words: tuple[str, ...] = ()
    flag: bool = False
    frame: tuple[str, str] = ("", "")

    @property
    def number(self) -> bool:
        return not self.flag and not self.words


ReadAnswer = tuple[str, str]  # canonical notation, and what follows ("" if nothing does)


@dataclass(frozen=True)
class Vocabulary:
    """One game's words.

    `say` parses an answer, or gives None. `phases` names the phases in which a notation can be an
    answer (empty: any). `offers` lists answers to suggest in forms, from a seat's observation.
    `sample` is a plan that makes sense at any table of the game. `leads` are the phases in which
    an answer may lead to a question that can be answered with it.
    """

    facts: tuple[Fact[Any], ...]
    say: Callable[[str], ReadAnswer | None]
    phases: Callable[[str], frozenset[str]]
    offers: Callable[[Observation], list[str]]
    examples: tuple[str, ...]
    sample: str = ""
    leads: frozenset[str] = frozenset()
    by_name: dict[str, Fact[Any]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {fact.name: fact for fact in self.facts})


class PlanVocabulary(Protocol):
    """The interface of a game's module `plan_vocabulary`; standard library and rules only."""

    VOCABULARY: Vocabulary


def flag(name: str, read: Callable[[Seen], bool], says: str) -> Fact[Seen]:
    """A fact that is true or false."""
    return Fact(name, lambda seen: (name,) if read(seen) else (), says, flag=True)


def number(name: str, read: Callable[[Seen], int | None], says: str) -> Fact[Seen]:
    """A fact with one number, or with none at the moment."""
    return Fact(name, _one(read), says)


def word(
    name: str, words: tuple[str, ...], read: Callable[[Seen], str | None], says: str
) -> Fact[Seen]:
    """A fact with one of a few words, or with none at the moment."""
    return Fact(name, _one(read), says, words=words)


def _one(read: Callable[[Seen], V | None]) -> Callable[[Seen], tuple[V, ...]]:
    def values(seen: Seen) -> tuple[V, ...]:
        value = read(seen)
        return () if value is None else (value,)

    return values
