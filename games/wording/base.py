"""How a game is told: the words for its events, bids and positions, for pages and letters.

One module a ruleset; together with its board template and its drawings it is all that the
doors know of a particular game.  Everything here is made from public events and from the
observation of the reader, so it cannot tell what the reader may not know.  Texts go through
gettext and come out in the language that is active.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

Observation = Mapping[str, Any]
Event = Mapping[str, Any]  # {"kind": …, and the event's data}


@dataclass(frozen=True)
class Seating:
    """Who sits at the table, and who reads: names by seat, `reader` None for a spectator."""

    names: Sequence[str]
    reader: int | None = None


@dataclass(frozen=True)
class Fact:
    """A label and what stands behind it: "Highest" – "You take the 4."."""

    label: str
    text: str


def by_plan() -> Fact:
    """What a miss plays by the policy "plan", in any game."""
    return Fact(
        _("my plan, or else the lowest"),
        _("If you miss this hand, your plan answers; if it has no answer, the lowest is played."),
    )


@dataclass(frozen=True)
class AsideWords:
    """Something that can be done out of turn: its name, its button, what it does and costs."""

    label: str
    button: str
    what: str
    cost: str


class Wording(Protocol):
    """What every module in this folder that tells a game offers."""

    SLUG: str
    BOARD: str  # template that draws the table from an observation
    ANSWER: str  # template of the form fields by which a seat answers

    def title(self) -> str:
        """The game's own name."""

    def players(self) -> str:
        """For how many it is: "3 to 5 players"."""

    def summary(self) -> str:
        """What one does in it, in two sentences."""

    def heading(self, table: Observation) -> str:
        """Where it stands: "Stage 2 of 4, hand 4 of 12"."""

    def place(self, table: Observation) -> str:
        """Short form for a list of hands: "Stage 2, hand 4"."""

    def asked(self, table: Observation, circle: Seating) -> str:
        """What this hand asks for, in a sentence or two."""

    def lessons(self, table: Observation, circle: Seating) -> list[Fact]:
        """Steps that explain this hand to a newcomer; none where nothing is new."""

    def options(self, options: Mapping[str, Any]) -> list[Fact]:
        """Each option of a table in words."""

    def label(self, notation: str) -> str:
        """A bid as said in a sentence: "the 44"."""

    def seal_label(self, notation: str) -> str:
        """What the button says: "Seal the 44"."""

    def consequences(self, observation: Observation, notation: str, circle: Seating) -> list[Fact]:
        """What this answer could mean for the reader."""

    def sentences(self, events: Sequence[Event], circle: Seating) -> list[str]:
        """A resolved hand as sentences, the reader as "you"; the last says the upshot."""

    def standing(self, table: Observation, circle: Seating) -> list[str]:
        """The table as lines of plain text, at most 72 columns, the same facts as the board."""

    def holding(self, observation: Observation, width: int = 72) -> list[str]:
        """The reader's own cards as lines of plain text."""

    def aside(self, act: str, table: Observation, circle: Seating) -> AsideWords:
        """What an act out of turn would mean.  Raises `KeyError` for one that it has not."""

    def misses(self) -> Mapping[str, Fact]:
        """What a missed hand plays, by policy: as a choice, and as a sentence."""

    def result(self, outcome: Mapping[str, Any], circle: Seating) -> str:
        """Who won, in a sentence."""
