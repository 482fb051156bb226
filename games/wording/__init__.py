"""The wording of each game (see `games.wording.base`), by ruleset."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.rules.base import Observation
from games.wording.base import Fact, Seating, Wording

WORDINGS: Parts[Wording] = Parts(GAMES, "wording")


def wording(slug: str) -> Wording:
    """The wording of a game. Raises `KeyError` for a ruleset without one."""
    return WORDINGS[slug]


__all__ = [
    "WORDINGS",
    "Fact",
    "Seating",
    "Wording",
    "answers_form",
    "stage_over",
    "talk_rule",
    "why_not",
    "wording",
]


def answers_form(slug: str, legal: Sequence[str]) -> str:
    """How these answers are written, where a letter can't list them all; empty if there is no rule
    for them."""
    form = getattr(wording(slug), "answers_form", None)
    return str(form(legal)) if form else ""


def stage_over(slug: str, stage: int) -> str:
    """That a stage is over, by the word that the game has for it: "Deal 3 is over"."""
    words = getattr(wording(slug), "stage_over", None)
    return str(words(stage)) if words else _("Stage %(stage)s is over") % {"stage": stage}


def why_not(slug: str, table: Observation, text: str) -> str:
    """The reason why this answer isn't possible, if the game names one."""
    reason = getattr(wording(slug), "why_not", None)
    return str(reason(table, text)) if reason else ""


def talk_rule(slug: str, seats: int) -> str:
    """The game's rule on talking at the table; empty if it has none."""
    talk = getattr(wording(slug), "talk", None)
    return str(talk(seats)) if talk else ""
