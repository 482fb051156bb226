"""The wording of Canary."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.base import Observation
from games.wording.base import AsideWords, Event, Fact, Seating

SLUG = "canary"
BOARD = "games/plain/board.html"
ANSWER = "games/plain/answer.html"


def title() -> str:
    return "Canary"


def players() -> str:
    return "2 or 3 players"


def summary() -> str:
    return "By turns a card is shown and a card is buried."


def heading(table: Observation) -> str:
    return f"Turn {table['turn']}"


place = heading


def asked(table: Observation, seating: Seating) -> str:
    return f"Choose a card to {table['phase']}."


def options(options: Mapping[str, Any]) -> list[Fact]:
    return []


def label(notation: str) -> str:
    return f"the {notation}"


def seal_label(notation: str) -> str:
    return f"Seal the {notation}"


def consequences(observation: Observation, notation: str, seating: Seating) -> list[Fact]:
    return [Fact("You keep", str(len(observation["you"]["cards"]) - 1))]


def sentences(events: Sequence[Event], seating: Seating) -> list[str]:
    return [" ".join([event["kind"], *event.get("cards", ())]) for event in events]


def result(outcome: Mapping[str, Any], seating: Seating) -> str:
    return "Nobody lost."


def standing(table: Observation, seating: Seating) -> list[str]:
    return [f"{name}: {held}" for name, held in zip(seating.names, table["held"], strict=True)]


def holding(observation: Observation, width: int = 72) -> list[str]:
    return list(observation["you"]["cards"])


def aside(act: str, table: Observation, seating: Seating) -> AsideWords:
    raise KeyError(act)


def misses() -> dict[str, Fact]:
    return {policy: Fact(policy, policy) for policy in ("lowest", "median", "highest", "random")}


def lessons(table: Observation, seating: Seating) -> list[Fact]:
    return []
