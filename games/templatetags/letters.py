"""Cards and water as cells of an HTML letter: ``{% load letters %}``."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _

from games.drawing.belts import belts_of

register = template.Library()
DEEPEST = 12


@register.filter
def in_rows(items: Sequence[Any], width: int) -> list[Sequence[Any]]:
    """``{{ cards|in_rows:5 }}``: five to a row."""
    return [items[start : start + width] for start in range(0, len(items), width)]


@register.filter
def weather(card: int) -> str:
    """The class of a weather card's colours, of four."""
    return ("calm", "breeze", "gale", "storm")[min((card - 1) // 15, 3)]


@register.filter
def belt_sign(card: int) -> str:
    """The belt on a card in as few letters as fit below its number."""
    return ("\N{NO-BREAK SPACE}", _("½ belt"), _("1 belt"))[belts_of(card)]


@register.filter
def times(level: int, width: int) -> int:
    """How wide the water of this level is drawn."""
    return level * width


@register.filter
def rest(level: int | None, width: int) -> int:
    """How wide what is above the water is drawn."""
    return (DEEPEST - (level or 0)) * width
