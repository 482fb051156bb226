"""The levels of bots: name, number among eight, strength and character."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bots import strengths
from games.models import Seat

PORTRAITS: dict[int, Promise] = {
    Seat.Level.GULL: gettext_lazy("snatches whatever glitters, and forgives everything"),
    Seat.Level.CRAB: gettext_lazy("goes sideways as often as forwards"),
    Seat.Level.OTTER: gettext_lazy("plays for the fun of it, one turn at a time"),
    Seat.Level.WALRUS: gettext_lazy("dozes, and now and then opens an eye"),
    Seat.Level.HERON: gettext_lazy("stands still, looks, and strikes every other time"),
    Seat.Level.DOLPHIN: gettext_lazy("sees most things coming"),
    Seat.Level.ORCA: gettext_lazy("hunts with a plan, and seldom lets go"),
    Seat.Level.KRAKEN: gettext_lazy("has an arm in every world that may be"),
}


def named(level: int) -> str:
    """`Heron, 5 of 8`."""
    facts = {"name": Seat.Level(level).label, "level": level, "most": len(Seat.Level)}
    return _("%(name)s, %(level)s of %(most)s") % facts


def measured(level: int, slug: str) -> str:
    """`Heron, 5 of 8 (Elo +231)`; without Elo if it was not measured in this game."""
    elo = strengths.elo(slug, level)
    if elo is None:
        return named(level)
    words = {"level": named(level), "elo": f"{elo:+d}".replace("-", "−") if elo else "0"}
    return _("%(level)s (Elo %(elo)s)") % words


def portrait(level: int, slug: str) -> str:
    """Name, level, strength and character of a bot."""
    return f"{measured(level, slug)}: {PORTRAITS[level]}"
