"""Form fields for the strength of bots."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.bots import strengths
from games.bots.levels import GENTLE, STEADY, STRONG, differing
from games.models import Seat
from games.refusals import Refused
from games.services.hands import bot_answers
from games.wording import levels

LIGHT = ("", _("the light one, which answers at once"))


def level_field() -> forms.TypedChoiceField:
    """A field for `choices(slug)`, which `explained` explains; the default is the light bot."""
    return forms.TypedChoiceField(
        label=_("How strong they are"),
        required=False,
        coerce=int,
        empty_value=None,
    )


def explained(slug: str) -> str:
    """What the figures beside the levels of this game mean, if it has any, or `warning`."""
    if slug not in strengths.ELO:
        return ""
    return warning() or gettext(
        "Elo says how strong they are: the light one has 0, +100 wins 64 of a hundred games "
        "against it, +400 wins 91."
    )


def warning() -> str:
    """Said beside the choice of a level while all levels play alike; else empty."""
    if not bot_answers.cannot_search():
        return ""
    return gettext(
        "Our bots can’t think ahead at the moment: at any level they play like the light one."
    )


def choices(slug: str) -> list[tuple[int, str]]:
    """The levels that differ in this game, with their descriptions and how strong they are."""
    return [(level, levels.portrait(level, slug)) for level in differing(slug)]


def offered(slug: str) -> list[dict[str, Any]]:
    """The three levels offered to newcomers, from gentle to strong."""
    words = {GENTLE: _("gentle"), STEADY: _("steady"), STRONG: _("strong")}
    return [
        {"level": level, "word": word, "name": levels.measured(level, slug)}
        for level, word in words.items()
    ]


def asked_for(text: str | None) -> int | None:
    """The level in a form; None for the light bot. Raises `Refused` for an unknown one."""
    if not text:
        return None
    if text.isdecimal() and len(text) < 4:
        return int(text)
    known = f"1–{len(Seat.Level)}"
    raise Refused("bad_level", {"levels": Seat.Level.values}, given=text[:40], known=known)
