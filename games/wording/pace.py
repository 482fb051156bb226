"""A table's pace in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.wording.moments import pace

DAY = 24


def pace_words(game: Game) -> str:
    """Such as "24 hours a hand, weekends off"."""
    words = [_bank(game) if game.bank_hours else pace(game.hours)]
    if not game.weekends:
        words.append(_("weekends off"))
    return ", ".join(words)


def _bank(game: Game) -> str:
    return _("%(bank)s to begin with, %(more)s more for each further hand, %(most)s at most") % {
        "bank": span(game.bank_hours),
        "more": span(game.hours),
        "most": span(game.most_hours),
    }


def given_back(minutes: int) -> str:
    """The sentence for everybody at the table after an outage."""
    if minutes < 120:
        words = ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    else:
        words = span(minutes // 60)
    return _("We were down. Everybody who still has to answer got the time back: %(time)s.") % {
        "time": words
    }


def span(hours: int) -> str:
    """ "36 hours", "10 days"."""
    if hours % DAY or hours == DAY:
        return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
    return ngettext("%(n)s day", "%(n)s days", hours // DAY) % {"n": hours // DAY}
