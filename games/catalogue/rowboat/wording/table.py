"""Rowboat: title, summary, options, and what is played on a missed hand."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.text.translation_cache import once_a_language
from games.wording.base import Fact, by_plan


def title() -> str:
    return "Rowboat"


def players() -> str:
    return _("2 to 4 players, four as pairs")


def summary() -> str:
    return _(
        "Say how many tricks you will take, while the trump changes under you from trick to "
        "trick along the Tide."
    )


def options(options: Mapping[str, Any]) -> list[Fact]:
    """The options in words; missing ones have their default."""
    novice, misplays = options.get("novice", False), options.get("misplays", False)
    return [
        Fact(_("Bids"), _novice() if novice else _with_bids()),
        Fact(_("Misplays"), _possible() if misplays else _refused()),
    ]


def _novice() -> str:
    return _("No bids, for a first game: 10 points for each trick.")


def _with_bids() -> str:
    return _("Everybody bids. Make your bid and score 10 points a trick; miss it and lose them.")


def _possible() -> str:
    return _(
        "For experienced players: an illegal card is accepted, and costs 2 "
        "sandbags at the end of the deal."
    )


def _refused() -> str:
    return _("Illegal cards can’t be chosen.")


@once_a_language
def misses() -> dict[str, Fact]:
    """What is played on a missed hand by policy, each as a choice and as a sentence."""
    return {
        "lowest": Fact(
            _("my lowest card or bid"),
            _("If you miss this hand, your lowest card or bid is played."),
        ),
        "median": Fact(
            _("my middle card or bid"),
            _("If you miss this hand, your middle card or bid is played."),
        ),
        "highest": Fact(
            _("my highest card or bid"),
            _("If you miss this hand, your highest card or bid is played."),
        ),
        "random": Fact(
            _("a random card or bid"),
            _("If you miss this hand, a random card or bid of yours is played."),
        ),
        "plan": by_plan(),
        "bot": Fact(
            _("what a bot would choose"), _("If you miss this hand, a bot chooses for you.")
        ),
    }


def talk(seats: int) -> str:
    """The rule on talking: partners may not discuss cards (2.6)."""
    if seats < 4:
        return ""
    return _(
        "Partners don’t talk about cards or plans while a game is running, except about "
        "the special cards. They say nothing that the other team can’t hear."
    )
