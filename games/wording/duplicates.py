"""Texts for the comparison of tables with the same deals."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _


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
