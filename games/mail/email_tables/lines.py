"""Draws a game that has no drawing of its own, by the lines of its wording."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.email.inline_css import element
from games.mail.email_tables.base import Shown, paragraph, safe
from games.wording import WORDINGS


def board(shown: Shown) -> SafeString:
    told = WORDINGS[shown.ruleset]
    names = [
        _("You") if n == shown.seating.reader else x for n, x in enumerate(shown.seating.names)
    ]
    marks = [paragraph(f"{names[seat]}: {mark}", "soft") for seat, mark in shown.marks.items()]
    drawn = element("pre", "", "\n".join(told.standing(shown.table, shown.seating)))
    return safe(drawn, *marks)


def cards(shown: Shown) -> SafeString:
    return element("pre", "", "\n".join(WORDINGS[shown.ruleset].holding(shown.table)))
