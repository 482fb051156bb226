"""A parsed plan: frozen values, as `docs/plans.md` describes them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

Bound = int | str  # a number, a word, or the name of a fact


class Kind(StrEnum):
    """How an answer is found: by rank among the legal ones, by name, or by asking the player."""

    ASK = "ask"
    LOWEST = "lowest"
    MEDIAN = "median"
    HIGHEST = "highest"
    ONLY = "only"
    SAY = "say"


@dataclass(frozen=True, slots=True)
class Answer:
    """`notation` is canonical; `follow` answers the question that it may lead to."""

    kind: Kind
    notation: str = ""
    follow: str = ""


class Op(StrEnum):
    """How a fact is compared. FLAG is a fact that is itself true or false."""

    FLAG = "flag"
    IS = "is"
    LEAST = "least"
    MOST = "most"
    MORE = "more"
    LESS = "less"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class Test:
    """A fact compared with one bound or, for RANGE, two."""

    __test__ = False  # not a test for pytest

    fact: str
    op: Op = Op.FLAG
    low: Bound = 0
    high: Bound = 0


@dataclass(frozen=True, slots=True)
class Not:
    part: "Condition"


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple["Condition", ...]


Condition = Test | Not | AllOf | AnyOf


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that is given if its condition holds (None: always) and it is legal."""

    answer: Answer
    condition: Condition | None = None


Choice = tuple[Option, ...]  # the first possible one is given


@dataclass(frozen=True, slots=True)
class Plan:
    """`queue`: one choice for each of the next hands; `standing`: tried in order in any hand."""

    queue: tuple[Choice, ...] = ()
    standing: tuple[Choice, ...] = ()


class Progress(NamedTuple):
    """How far a plan has come: the number of queue steps that are done, and a prepared answer."""

    done: int = 0
    follow: str = ""
