"""Forecast, reliability and rating in words."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.text import date_words
from games import deadlines
from games.game_view import GameView
from games.models import Game, Rating
from games.rating_math import MIN_RATED_GAMES
from games.reliability import MIN_HANDS, Habits
from games.wording.moments import exactly


def forecast_words(game: Game, habits: Mapping[int, Habits]) -> str:
    """When the game should end: between two days, or by which hour if it is soon or on one day."""
    first, last = map(timezone.localtime, deadlines.ends_between(game, habits))
    if last - timezone.now() < timedelta(hours=36) or first.date() == last.date():
        return _("at this table’s usual speed it should finish before %(last)s") % {
            "last": exactly(last)
        }
    return _("at this table’s usual speed it should finish between %(first)s and %(last)s") % {
        "first": _day(first, last),
        "last": date_format(last, _("j F Y") if date_words.is_far(last) else _("j F")),
    }


def _day(first: datetime, last: datetime) -> str:
    """The first day, without what the last one says as well."""
    if (first.year, first.month) == (last.year, last.month):
        return date_format(first, pgettext("a day whose month follows", "j"))
    two_years = date_words.is_far(last) and first.year != last.year
    return date_format(first, _("j F Y") if two_years else _("j F"))


def record_words(habits: Habits) -> str:
    """Such as "97 of 100 hands in time, usually within 3 hours"."""
    if habits.share is None:
        return _("new here: fewer than %(n)s hands so far") % {"n": MIN_HANDS}
    if habits.speed is None:
        return _("%(share)s of 100 hands in time") % {"share": habits.share}
    return _("%(share)s of 100 hands in time, half of them within %(span)s") % {
        "share": habits.share,
        "span": quick(habits.speed.median),
    }


def rating_words(rating: Rating | None) -> str:
    """The rating as shown after a name; empty if there is none yet."""
    if rating is None:
        return ""
    if rating.games < MIN_RATED_GAMES:
        return _("%(shown)s, provisional") % {"shown": rating.shown}
    return str(rating.shown)


def quick(seconds: float) -> str:
    """ "12 minutes", "5 hours", "3 days": rounded up."""
    minutes = max(1, int(-(-seconds // 60)))
    if minutes < 120:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    hours = -(-minutes // 60)
    if hours < 72:
        return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
    return ngettext("%(n)s day", "%(n)s days", -(-hours // 24)) % {"n": -(-hours // 24)}


def least_words(game: Game) -> str:
    """The reliability that a table requires; empty if it requires none."""
    if not game.least_share:
        return ""
    return _("players who answer at least %(n)s of 100 hands in time; newcomers are welcome") % {
        "n": game.least_share
    }


def still_words(view: GameView) -> str:
    """Whose clocks stand still and until when, but not why."""
    still = deadlines.stopped_clocks(view.clocks)
    return " ".join(
        _("The clock of %(name)s is stopped until %(at)s.")
        % {"name": view.seating.names[seat], "at": exactly(at)}
        for seat, at in still.items()
        if seat != view.index
    )
