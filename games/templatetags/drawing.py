"""Tags and filters for drawings: ``{% load drawing %}``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.drawing import (
    belts,
    board_cards,
    icons,
    islands,
    marks,
    pictures,
    plates,
    scenes,
    tides,
    weather,
)
from games.drawing.belts import belt_words
from games.drawing.emblems import emblem
from games.drawing.plates import cards_words, points_words, signed
from games.drawing.ships import hull

register = template.Library()

register.simple_tag(weather.weather_card)
register.simple_tag(weather.card_back)
register.simple_tag(tides.tide_card)
register.simple_tag(belts.belts_row, name="belts")
register.simple_tag(belts.one_belt)
register.simple_tag(icons.icon)
register.simple_tag(islands.island)
register.simple_tag(marks.daymark)
register.simple_tag(marks.set_strip)
register.simple_tag(marks.site_mark)
register.simple_tag(scenes.scene)
register.simple_tag(marks.wave_rule)
register.simple_tag(plates.plate_island)
register.simple_tag(emblem)
register.simple_tag(pictures.game_picture)
register.simple_tag(pictures.game_emblem)
register.simple_tag(board_cards.boat_card)
register.simple_tag(board_cards.mini_card)
register.simple_tag(board_cards.special_card)
register.simple_tag(board_cards.ship_card)
register.simple_tag(board_cards.special_word)
register.simple_tag(board_cards.ship_mini)
register.simple_tag(hull)
register.filter("boat_card_words", board_cards.boat_card_words)
register.filter("signed", signed)
register.filter("points_words", points_words)
register.filter("cards_words", cards_words)
register.filter("belt_words", belt_words)


@register.simple_tag
def each_said(says: Iterable[tuple[str, str]]) -> SafeString:
    """``{% each_said says %}``: the numbered texts of pieces/say.html.

    Built here and not in a template, since there are dozens on a page.
    """
    texts = (conditional_escape(text) for _value, text in says)
    spans = (f'<span class="say" data-n="{n}">{text}</span>' for n, text in enumerate(texts, 1))
    return mark_safe("".join(spans))  # noqa: S308


@register.simple_tag
def chips(cards: Collection[int], gone: Collection[int] = ()) -> SafeString:
    """``{% chips cards gone %}``: numbers in boxes; those in ``gone`` are struck out."""
    played = format_html('<span class="vh">{} </span>', _("played"))
    boxes = format_html_join(
        "",
        '<span class="chip{}">{}{}</span>',
        ((" gone", played, card) if card in gone else ("", "", card) for card in cards),
    )
    return format_html('<div class="chips">{}</div>', boxes)


@register.filter
def item(mapping: Mapping[Any, Any], key: Any) -> Any:
    """``{{ mapping|item:key }}``: a lookup with a variable key; None if it is missing."""
    return mapping.get(key)
