"""Turn the Tide: title, summary and options (rules 1.9)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.text.translation_cache import once_a_language
from games.catalogue.turn_the_tide.shapes import Observation
from games.wording.base import AsideWords, Fact, Seating, by_plan


def title() -> str:
    return "Turn the Tide"


def players() -> str:
    return _("3 to 5 players")


def summary() -> str:
    return _(
        "Everybody plays a weather card at the same time. The two highest take the tides; whoever "
        "stands deepest gives up a belt. Then each set of cards moves one seat to the left."
    )


def options(options: Mapping[str, Any]) -> list[Fact]:
    """The options in words; missing ones have their default."""
    return [
        Fact(_("Cascade"), _cascade() if options.get("cascade", True) else _no_cascade()),
        Fact(
            _("The tides"),
            _taker_chooses() if options.get("taker_chooses", False) else _lower_to_the_highest(),
        ),
    ]


def _cascade() -> str:
    return _(
        "On. When the deepest player has no belt to give and is out, the next deepest "
        "pays, and so on until a belt is given."
    )


def _no_cascade() -> str:
    return _("Off. When the deepest player has no belt to give and is out, nobody else pays.")


def _taker_chooses() -> str:
    return _("The highest card chooses one of the two tides; the second highest takes the other.")


def _lower_to_the_highest() -> str:
    return _("The highest card takes the lower tide, the second highest the other.")


@once_a_language
def misses() -> dict[str, Fact]:
    """What is played on a missed hand by policy, each as a choice and as a sentence."""
    return {
        "lowest": Fact(
            _("my lowest card"), _("If you miss this hand, your lowest card is played.")
        ),
        "median": Fact(
            _("my middle card"), _("If you miss this hand, your middle card is played.")
        ),
        "highest": Fact(
            _("my highest card"), _("If you miss this hand, your highest card is played.")
        ),
        "random": Fact(
            _("a random card"), _("If you miss this hand, a random card of yours is played.")
        ),
        "plan": by_plan(),
        "bot": Fact(
            _("what a bot would choose"), _("If you miss this hand, a bot chooses for you.")
        ),
    }


def aside(act: str, table: Observation, seating: Seating) -> AsideWords:
    """Always raises `KeyError`: this game has no asides."""
    raise KeyError(act)
