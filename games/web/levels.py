"""Choosing how strong bots are, in forms."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.bots.levels import GENTLE, STEADY, STRONG
from games.models import Seat
from games.refusals import Refused
from games.wording import levels

LIGHT = ("", _("the light one, which answers at once"))


def level_field() -> forms.TypedChoiceField:
    """All levels, and the light bot unless another is chosen."""
    return forms.TypedChoiceField(
        label=_("How strong they are"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=lambda: [LIGHT, *choices()],
    )


def choices() -> list[tuple[int, str]]:
    """All levels, each with its portrait."""
    return [(level, levels.portrait(level)) for level in Seat.Level.values]


def offered() -> list[dict[str, Any]]:
    """The three among which a newcomer chooses, from gentle to strong."""
    words = {GENTLE: _("gentle"), STEADY: _("steady"), STRONG: _("strong")}
    return [
        {"level": level, "word": word, "name": levels.named(level)} for level, word in words.items()
    ]


def asked_for(text: str | None) -> int | None:
    """The level that a form sent; None for the light one.  Raises `Refused` for what is none."""
    if not text:
        return None
    if text.isdecimal() and len(text) < 4:
        return int(text)
    known = f"1–{len(Seat.Level)}"
    raise Refused("bad_level", {"levels": Seat.Level.values}, given=text[:40], known=known)
