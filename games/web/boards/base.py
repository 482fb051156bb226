"""The interface of a game's board: the context of its templates, and its forms.

One module per ruleset, beside its wording. A game without one is shown by `boards.plain`, from its
wording alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games.game_view import GameView
from games.rules.base import Observation
from games.wording.base import Event, Seating

RUNNING = "games/running.html"


class Unclear(Exception):
    """The submitted form doesn't make an answer; `message` says what is missing.

    `given` is what can be shown again as selected.
    """

    def __init__(self, message: str, given: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.given = given


class Board(Protocol):
    """What a game's module `board` provides.

    One whose form asks for an answer in parts has `compose(sent: QueryDict) -> str` as well, which
    makes one notation of them ("" if none was chosen) and may raise `Unclear`. All others have one
    field, `bid`. One whose answers are numbers may have `SEALED`, the template of a sealed `card`;
    of others the back of a card is shown.
    """

    SHEETS: tuple[str, ...]  # its own style sheets, in order
    PAGE: str  # template of a running game, usually RUNNING
    ANSWERED: str  # template of a resolved hand
    KNOWS: str  # template of what the reader may know
    SCORES: str  # template of the result
    BRIEF: str  # template of the table in a few lines, for "Your moves"
    OPEN_HANDS: str  # template of every seat's cards, for the replay
    PEEKED: str  # template of cards that may be seen for a limited time; its context is `hands`

    def board(self, view: GameView) -> dict[str, Any]:
        """The context `board` of the wording's template BOARD."""

    def brief(self, view: GameView) -> dict[str, Any]:
        """The context `brief` of BRIEF."""

    def answer(self, view: GameView, choices: Sequence[str], given: str) -> dict[str, Any]:
        """What the wording's template ANSWER needs besides `games.web.hands.choices`.

        `given` is the sealed answer, or one that was submitted and refused; it may be illegal. The
        key `closing` may name a template that replaces the usual end of the form.
        """

    def idle(self, view: GameView) -> tuple[str, str]:
        """Title and sentence that say why a seat has nothing to answer in this hand."""

    def knows(self, view: GameView) -> dict[str, Any]:
        """The context `knows` of KNOWS."""

    def costs(self, events: Sequence[Event], seat: int | None) -> bool:
        """Whether this hand cost this seat something."""

    def revealed(
        self, events: Sequence[Event], before: Observation, after: Observation, seating: Seating
    ) -> dict[str, Any]:
        """The context `shown` of ANSWERED."""

    def scores(self, view: GameView) -> dict[str, Any]:
        """The context `scores` of SCORES."""

    def open_hands(
        self, observations: Sequence[Observation], bids: Mapping[int, str], seating: Seating
    ) -> Any:
        """The context `open_hands` of OPEN_HANDS."""


def not_asked() -> tuple[str, str]:
    """`Board.idle` for a seat that has nothing to answer while somebody else does."""
    return (
        _("You have nothing to answer in this hand"),
        _("It is somebody else’s choice. We’ll ask you again in the next hand."),
    )
