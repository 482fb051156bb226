"""Games whose players can be compared by the same cards, by ruleset; others have no comparison."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.rules.records import Replay
from games.telling.base import Circle
from games.telling.turn_the_tide import comparing, insights


@dataclass(frozen=True)
class Comparison:
    """What such a game offers: its template and style sheet, and how a finished game compares.

    `compared` makes the context `compared` of the template, `as_json` the same for programs,
    and `insights` says it in a few sentences.
    """

    template: str
    sheet: str
    compared: Callable[[Replay], Any]
    as_json: Callable[[Any], dict[str, Any]]
    insights: Callable[[Any, Circle], list[str]]


COMPARISONS: dict[str, Comparison] = {
    "turn-the-tide": Comparison(
        comparing.TEMPLATE,
        comparing.SHEET,
        comparing.compared,
        comparing.as_json,
        insights.insights,
    )
}
