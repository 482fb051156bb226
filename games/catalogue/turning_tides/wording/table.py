"""Turning Tides: title, summary and options (rules 3.12)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.wording.base import Fact


def title() -> str:
    return "Turning Tides"


def players() -> str:
    return _("2 players")


def summary() -> str:
    return _(
        "Two pirate ships sail past each other. Both choose a card in secret: bring out sailors "
        "and cannons, steer, swing across, or fire. Then the ships turn about, and so does every "
        "cannon."
    )


def options(options: Mapping[str, Any]) -> list[Fact]:
    """The options in words; missing ones have their default."""
    introduction = options.get("introduction", False)
    either = options.get("introduction_goal", "and") == "or"
    found = [Fact(_("The game"), _introduction() if introduction else _full())]
    if options.get("introduction", "introduction_goal" in options):  # other games have no such goal
        found.append(
            Fact(_("Goal of the introduction"), introductions_goal("or" if either else "and"))
        )
    return found


def _introduction() -> str:
    return _("Introduction: a shorter goal, no exchange, no damage cards, no promotion.")


def _full() -> str:
    return _("Full: you win with three destroyed zones, or when no crew is left on the other ship.")


def introductions_goal(goal: str) -> str:
    """How the introductory game is won, depending on its option (3.12, TD-19)."""
    return _either() if goal == "or" else _both()


def _both() -> str:
    return _("Destroy a zone and remove the captain.")


def _either() -> str:
    return _("Destroy a zone or remove the captain, whichever comes first.")
