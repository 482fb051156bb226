"""What the pages ask of a game's board: the context of its templates, and its forms.

One module a ruleset, beside its telling.  A game without one is shown by `boards.plain`,
from its telling alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.game_view import GameView
from games.wording.base import Event, Observation, Seating

RUNNING = "games/running.html"


class Unclear(Exception):
    """A form was sent from which no answer can be made; the text says what is missing.

    `given` is what can be shown again as chosen.
    """

    def __init__(self, message: str, given: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.given = given


class Board(Protocol):
    """What every module in this folder that draws a game offers."""

    SHEETS: tuple[str, ...]  # style sheets of its own, in order
    PAGE: str  # template of a running game; the usual one is RUNNING
    ANSWERED: str  # template of a resolved hand
    KNOWS: str  # template of what the reader may know
    SCORES: str  # template of the result
    BRIEF: str  # template of the table in a few lines, for the list of moves
    OPEN_HANDS: str  # template of every seat's cards, for the replay
    PEEKED: str  # template of cards that may be looked at for a while; its context is `hands`

    def board(self, sight: GameView) -> dict[str, Any]:
        """The context `board` of the telling's template BOARD."""

    def brief(self, sight: GameView) -> dict[str, Any]:
        """The context `brief` of BRIEF."""

    def answer(self, sight: GameView, choices: Sequence[str], given: str) -> dict[str, Any]:
        """What the telling's template ANSWER needs besides `games.web.hands.choices`.

        `given` is what was sealed before, or sent and refused; it need not be legal.

        `closing` may name a template for the end of the form, instead of the usual one.
        """

    def compose(self, sent: QueryDict) -> str:
        """The answer that the form of ANSWER sends.  Raises `Unclear`; "" if none was chosen."""

    def idle(self, sight: GameView) -> tuple[str, str]:
        """Why a seat is asked nothing in this hand: a title and a sentence."""

    def knows(self, sight: GameView) -> dict[str, Any]:
        """The context `knows` of KNOWS."""

    def costs(self, events: Sequence[Event], seat: int | None) -> bool:
        """Whether this hand was a bad one for this seat."""

    def revealed(
        self, events: Sequence[Event], before: Observation, after: Observation, circle: Seating
    ) -> dict[str, Any]:
        """The context `shown` of ANSWERED."""

    def scores(self, sight: GameView) -> dict[str, Any]:
        """The context `scores` of SCORES."""

    def open_hands(
        self, observations: Sequence[Observation], bids: Mapping[int, str], circle: Seating
    ) -> Any:
        """The context `open_hands` of OPEN_HANDS."""


def one_field(sent: QueryDict) -> str:
    """The answer of a form whose only field is `bid`."""
    return sent.get("bid", "")


def not_asked() -> tuple[str, str]:
    """The words for a seat that owes nothing while another answers."""
    return (
        _("You have nothing to answer in this hand"),
        _("It is somebody else’s choice. We’ll ask you again in the next hand."),
    )
