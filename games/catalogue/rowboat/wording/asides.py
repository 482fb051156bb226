"""Rowboat: the Lighthouse, an aside (rules 2.6)."""

from django.utils.translation import gettext as _

from games.catalogue.rowboat.shapes import Observation
from games.wording.base import AsideWords, Seating
from games.wording.lists import all_named


def aside(act: str, table: Observation, seating: Seating) -> AsideWords:
    """The texts of the Lighthouse."""
    me = seating.reader
    others = [seat for seat in range(len(seating.names)) if seat != me]
    values = {"names": all_named(others, seating), "partner": ""}
    if len(seating.names) == 4 and me is not None:
        values["partner"] = seating.names[(me + 2) % 4]
        what = _(
            "You and %(partner)s may then look once at each other’s cards and at "
            "both opponents’ cards, for a minute and a half."
        )
    else:
        what = _("You may then look once at the cards of %(names)s, half a minute for each hand.")
    return AsideWords(
        label=_("The Lighthouse"),
        button=_("Light the Lighthouse"),
        what=what % values,
        cost=_(
            "It can be lit once in a game. Everybody is told that you lit it. The sand runs "
            "only once you turn the glass."
        ),
    )
