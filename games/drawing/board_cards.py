"""Cards of Rowboat and Turning Tides: emblems and words in a frame of HTML.

Rowboat's cards are given in notation: rank, then suit letter; ``7w`` is the 7 of waves. Styled by
rowboat.css and turning-tides.css. The text alternative is the title of the large emblem.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from .emblems import emblem

SUITS = {"o": "oars", "w": "waves", "s": "shells", "m": "maps"}
SUIT_WORDS: dict[str, Promise] = {
    "o": gettext_lazy("oars"),
    "w": gettext_lazy("waves"),
    "s": gettext_lazy("shells"),
    "m": gettext_lazy("maps"),
}
RANK_EMBLEMS = {"A": "anchor", "D": "dolphin", "M": "mermaid", "S": "seeker", "W": "whale"}
RANK_WORDS: dict[str, Promise] = {
    "A": gettext_lazy("Anchor"),
    "D": gettext_lazy("Dolphin"),
    "M": gettext_lazy("Mermaid"),
    "S": gettext_lazy("Seeker"),
    "W": gettext_lazy("Whale"),
}
SPECIAL_WORDS: dict[str, Promise] = {
    "rowboat": gettext_lazy("Rowboat"),
    "moon": gettext_lazy("Moon"),
    "lighthouse": gettext_lazy("Lighthouse"),
}
SHIP_WORDS: dict[str, Promise] = {
    "wait": gettext_lazy("Wait"),
    "sailor": gettext_lazy("Sailor"),
    "cannon": gettext_lazy("Cannon"),
    "move": gettext_lazy("Move"),
    "navigate": gettext_lazy("Navigate"),
    "swing": gettext_lazy("Swing"),
    "fire": gettext_lazy("Fire"),
}
# the rules of Turning Tides, paragraph 3.6: the level that is carried out first is 1
LEVELS = dict(zip(SHIP_WORDS, (1, 2, 2, 3, 4, 5, 6), strict=True))


def boat_card_words(card: str) -> str:
    """A card in words: "7 of waves", "Whale of maps"."""
    return _words(card, get_language())


@lru_cache(maxsize=256)
def _words(card: str, _language: str | None) -> str:
    words = {"rank": RANK_WORDS.get(card[0], card[0]), "suit": SUIT_WORDS[card[1]]}
    return _("%(rank)s of %(suit)s") % words


def boat_card(card: str) -> SafeString:
    """A suited card of Rowboat, as wide as its container."""
    rank, suit = card[0], SUITS[card[1]]
    return format_html(
        '<span class="card c-{} {}"><span class="corner" aria-hidden="true"><b>{}</b>{}</span>{}'
        '<span class="name" aria-hidden="true"><i>{}</i></span></span>',
        suit,
        "named" if rank in RANK_EMBLEMS else "plain-rank",
        rank,
        emblem(suit),
        emblem(RANK_EMBLEMS.get(rank, suit), boat_card_words(card), "big"),
        RANK_WORDS.get(rank, ""),
    )


def mini_card(card: str, title: str | None = None) -> SafeString:
    """A suited card of Rowboat in a line of text."""
    return _mini(card, title or boat_card_words(card))


@lru_cache(maxsize=512)
def _mini(card: str, title: str) -> SafeString:
    suit = SUITS[card[1]]
    return format_html(
        '<span class="mini c-{}"><b aria-hidden="true">{}</b>{}</span>',
        suit,
        card[0],
        emblem(suit, title),
    )


def special_word(name: str) -> str:
    """The name of a special card."""
    return str(SPECIAL_WORDS[name])


def special_card(name: str) -> SafeString:
    """The Rowboat, the Moon or the Lighthouse, each of which can be used once."""
    word = SPECIAL_WORDS[name]
    return format_html(
        '<span class="card special">{}<span class="name" aria-hidden="true"><i>{}</i></span>'
        "</span>",
        emblem(name, str(word), "big"),
        word,
    )


def ship_mini(card: str) -> SafeString:
    """A card of Turning Tides in a line of text."""
    drawn = emblem("cannoncard" if card == "cannon" else card)
    return format_html('<span class="tmini">{}<span>{}</span></span>', drawn, SHIP_WORDS[card])


def ship_card(card: str, level: int = 0, css: str = "") -> SafeString:
    """A card of Turning Tides: level, emblem and name.

    `level`: that of a promotion, if the card is spent on one; `css`: more classes.
    """
    kind = "att" if card in {"swing", "fire"} else "act"
    return format_html(
        '<span class="tcard {} {}"><span class="lv" aria-hidden="true">{}</span>'
        '<span class="vh">{} </span>{}<b>{}</b></span>',
        kind,
        css,
        level or LEVELS[card],
        _("Level %(level)s.") % {"level": level or LEVELS[card]},
        emblem("cannoncard" if card == "cannon" else card, css="em"),
        SHIP_WORDS[card],
    )
