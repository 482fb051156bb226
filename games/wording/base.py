"""The wording of a game: texts for its events, bids and positions, on pages and in e-mails.

One module per ruleset. Together with the board template and the drawings it is all that pages and
e-mails know about a particular game. Everything is made from public events and the reader's
observation, so it can't reveal what the reader may not know. Texts are translated to the active
language.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games.rules.base import Observation

# {"kind": …, and the event's data}: each game has its own union, in its module `shapes`
Event = Any


@dataclass(frozen=True)
class Seating:
    """Names by seat, and the reader's seat (`reader`, None for a spectator)."""

    names: Sequence[str]
    reader: int | None = None


@dataclass(frozen=True)
class Fact:
    """A label and its text: "Highest" – "You take the 4.".

    `at`: the part of the board it belongs to, a CSS class of its templates ("tides", "hand").
    """

    label: str
    text: str
    at: str = ""


def by_plan() -> Fact:
    """The description of the miss policy "plan", for any game."""
    return Fact(
        _("my plan, or else the lowest"),
        _("If you miss this hand, your plan answers; if it has no answer, the lowest is played."),
    )


@dataclass(frozen=True)
class AsideWords:
    """The texts of an aside: its name, its button, what it does and what it costs."""

    label: str
    button: str
    what: str
    cost: str


class Wording(Protocol):
    """The interface of a game's wording module."""

    SLUG: str
    BOARD: str  # template that draws the table from an observation
    ANSWER: str  # template of the form fields by which a seat answers

    def title(self) -> str:
        """The name of the game."""

    def players(self) -> str:
        """Such as "3 to 5 players"."""

    def summary(self) -> str:
        """The game in two sentences."""

    def heading(self, table: Observation) -> str:
        """Such as "Stage 2 of 4, hand 4 of 12"."""

    def place(self, table: Observation) -> str:
        """A short heading for a list of hands: "Stage 2, hand 4"."""

    def asked(self, table: Observation, seating: Seating) -> str:
        """What has to be decided in this hand, in a sentence or two."""

    def lessons(self, table: Observation, seating: Seating) -> list[Fact]:
        """At most four steps that explain this hand to a newcomer; empty if there is nothing new,
        which is so in most hands, but not in the first.
        """

    def options(self, options: Mapping[str, Any]) -> list[Fact]:
        """The options of a table, one fact per option and in their order."""

    def label(self, notation: str) -> str:
        """A bid within a sentence: "the 44"."""

    def seal_label(self, notation: str) -> str:
        """The button's label: "Seal the 44"."""

    def consequences(self, observation: Observation, notation: str, seating: Seating) -> list[Fact]:
        """What this answer could lead to for the reader."""

    def sentences(self, events: Sequence[Event], seating: Seating) -> list[str]:
        """A resolved hand in sentences, with the reader as "you"; the last is the upshot."""

    def standing(self, table: Observation, seating: Seating) -> list[str]:
        """The table as plain text of at most 72 columns, with the same facts as the board."""

    def holding(self, observation: Observation) -> list[str]:
        """The reader's own cards as plain text of at most 72 columns."""

    def aside(self, act: str, table: Observation, seating: Seating) -> AsideWords:
        """The texts of an aside. Raises `KeyError` for an unknown one."""

    def misses(self) -> Mapping[str, Fact]:
        """What may be played for a missed hand, each as a choice and as a sentence: `lowest`,
        `median` and `highest` of `ranked`, and `random`.
        """

    def result(self, outcome: Mapping[str, Any], seating: Seating) -> str:
        """Who won, in a sentence."""

    # A wording may also have `talk(seats)`, the game's rule on talking, shown beside the chat;
    # `why_not(table, text)`: why what the reader chose or wrote isn't legal now, shown on a page
    # instead of the legal answers; and `answers_form(legal)`: how such answers are written, for
    # letters that can't list them all. Each may be "". A game that has a word of its own for its
    # stages has `stage_over(stage)`: "Deal 3 is over".
