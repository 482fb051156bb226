"""Comparing what players made of their cards, for games with a module `comparison`."""

from typing import Any, Protocol

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.rules.records import Replay
from games.wording.base import Seating


class Comparison(Protocol):
    """The interface of such a module."""

    TEMPLATE: str
    SHEET: str

    def heading(self) -> str:
        """The heading of the page."""

    def lede(self, compared: Any) -> str:
        """What is compared there, and how fair that is."""

    def compared(self, replay: Replay) -> Any:
        """The context `compared` of the template."""

    def as_json(self, compared: Any) -> dict[str, Any]:
        """The comparison for the API (`games.api.results.comparison.ComparisonOut`).

        `points` and `against_mean` are by seat; `sets` may be empty.
        """

    def insights(self, compared: Any, seating: Seating) -> list[str]:
        """The comparison in a few sentences."""


COMPARISONS: Parts[Comparison] = Parts(GAMES, "comparison")
