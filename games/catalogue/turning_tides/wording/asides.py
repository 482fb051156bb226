"""Turning Tides: the asides about surrender (rules 3.9), and what is played on a missed hand."""

from django.utils.translation import gettext as _

from accounts.text.translation_cache import once_a_language
from games.catalogue.turning_tides.shapes import Observation
from games.wording.base import AsideWords, Fact, Seating, by_plan


def aside(act: str, table: Observation, seating: Seating) -> AsideWords:
    """The texts of an offer to surrender, or of an answer to one."""
    other = seating.names[1 - (seating.reader or 0)]
    words = {"surrender": _surrender, "accept": _accept, "refuse": _refuse}[act]
    return words(other)


def _surrender(other: str) -> AsideWords:
    return AsideWords(
        label=_("Surrender"),
        button=_("Offer to surrender"),
        what=_("If %(name)s accepts, the game ends at once and you have lost.") % {"name": other},
        cost=_(
            "If %(name)s refuses, or the next hand is turned before an answer comes, play goes "
            "on as if nothing had been said."
        )
        % {"name": other},
    )


def _accept(other: str) -> AsideWords:
    return AsideWords(
        label=_("%(name)s offers to surrender") % {"name": other},
        button=_("Accept"),
        what=_("The game ends at once, and you have won."),
        cost=_("%(name)s may ask you for another game, and by the rules you then have to play it.")
        % {"name": other},
    )


def _refuse(other: str) -> AsideWords:
    return AsideWords(
        label=_("%(name)s offers to surrender") % {"name": other},
        button=_("Refuse"),
        what=_("Play goes on as if nothing had been said."),
        cost=_("%(name)s may offer again.") % {"name": other},
    )


@once_a_language
def misses() -> dict[str, Fact]:
    """What is played on a missed hand by policy, each as a choice and as a sentence."""
    return {
        "lowest": Fact(
            _("Wait, or the first choice"),
            _("If you miss this hand, the first possible choice is taken: Wait, if it can be."),
        ),
        "median": Fact(
            _("a middle choice"),
            _("If you miss this hand, a choice from the middle of the list is taken."),
        ),
        "highest": Fact(
            _("Fire, or the last choice"),
            _("If you miss this hand, the last possible choice is taken, such as Fire."),
        ),
        "random": Fact(
            _("a random choice"), _("If you miss this hand, a random choice is taken for you.")
        ),
        "plan": by_plan(),
        "bot": Fact(
            _("what a bot would choose"), _("If you miss this hand, a bot chooses for you.")
        ),
    }
