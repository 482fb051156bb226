"""Texts for the comparison of tables with the same deals."""

from collections.abc import Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.text.bidi_isolation import isolated
from games.models import Game
from games.wording.lists import listed


def difference_words(difference: float) -> str:
    """The difference with its sign and only the needed decimals: +2,5 in German, −1 everywhere."""
    if not difference:
        return "0"
    places = 0 if difference == int(difference) else 1 if difference * 10 % 1 == 0 else 2
    sign = "+" if difference > 0 else "−"
    return sign + str(number_format(abs(difference), places))


def verdict_words(difference: float, place: int, tables: int) -> str:
    """How a seat did compared to the others with the same cards."""
    more = difference_words(abs(difference)).removeprefix("+")
    facts = {"n": more, "place": place, "tables": tables}
    if difference > 0:
        sentence = _("With the same cards you scored %(n)s more than the others.") % facts
    elif difference < 0:
        sentence = _("With the same cards the others scored %(n)s more.") % facts
    else:
        sentence = _("With the same cards you scored as much as the others.")
    place_words = _("Place %(place)s of %(tables)s.") % facts
    return f"{sentence} {place_words}"


def left_out_words() -> str:
    """Why a table is not among the compared ones."""
    return _("This table wasn’t played to its end, so it is left out of the comparison.")


def others_left_out_words(tables: Sequence[Game]) -> str:
    """Which tables are not among the compared ones, and why; empty if there are none."""
    if not tables:
        return ""
    words = ngettext(
        "%(tables)s wasn’t played to its end, so it is left out.",
        "%(tables)s weren’t played to their end, so they are left out.",
        len(tables),
    )
    return words % {"tables": listed([isolated(table.name) for table in tables])}
