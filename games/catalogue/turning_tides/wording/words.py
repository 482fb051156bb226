"""Turning Tides: the names of cards, units and places."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.text.translation_cache import once_a_language
from games.catalogue.turning_tides.shapes import Zone as Zone
from games.drawing.board_cards import SHIP_WORDS
from games.wording.lists import listed

DOES: dict[str, Promise] = {
    "wait": gettext_lazy("Nothing; if both wait, one zone further."),
    "sailor": gettext_lazy("A sailor from the hold, on any intact zone."),
    "cannon": gettext_lazy("A cannon from the hold, on either side."),
    "move": gettext_lazy("The captain, a sailor or a cannon, to another zone."),
    "navigate": gettext_lazy("A zone forward or back, or take the pawn."),
    "swing": gettext_lazy("A sailor boards: takes a sailor, or a lone captain."),
    "fire": gettext_lazy("Sailor and cannon: mast, else all, else a breach."),
}


@once_a_language
def card_word(card: str) -> str:
    """The name of a card: "Fire"."""
    return str(SHIP_WORDS[card])


def cards_words(cards: Sequence[str]) -> str:
    """Several cards, with equal ones counted: "Sailor and 2 × Fire"."""
    counted = [
        card_word(card)
        if cards.count(card) == 1
        else _("%(count)s × %(card)s") % {"count": cards.count(card), "card": card_word(card)}
        for card in dict.fromkeys(cards)
    ]
    return listed(counted)


@once_a_language
def colour(seat: int) -> str:
    """The colour of a seat's ship."""
    return _("gold") if seat else _("silver")


def side_word(side: str) -> str:
    """A side by its letter, for use where its direction isn't known."""
    return _("side %(letter)s") % {"letter": side.upper()}


def towards(side: str, facing: str) -> str:
    """Where a cannon on this side points in this round."""
    return _("towards the enemy") if side == facing else _("towards the open sea")


def cannon_words(*, enemy: bool) -> str:
    """A cannon and where it points."""
    where = _("towards the enemy") if enemy else _("towards the open sea")
    return _("a cannon %(towards)s") % {"towards": where}


@once_a_language
def sailors_words(count: int) -> str:
    return ngettext("%(n)s sailor", "%(n)s sailors", count) % {"n": count}


@once_a_language
def cannons_words(count: int) -> str:
    return ngettext("%(n)s cannon", "%(n)s cannons", count) % {"n": count}


def units_words(zone: Zone) -> str:
    """The units on a zone, without the direction of cannons; "" if it is empty."""
    units = [_("the mast")] if zone["mast"] else []
    units += [_("the captain")] if zone["captain"] else []
    units += [sailors_words(zone["sailors"])] if zone["sailors"] else []
    units += [cannons_words(len(zone["cannons"]))] if zone["cannons"] else []
    return listed(units)


def zone_words(zone: Zone, facing: str) -> str:
    """A zone in words, with the direction of its cannons."""
    if zone["destroyed"]:
        return _("destroyed")
    units = [_("the mast")] if zone["mast"] else []
    units += [_("the captain")] if zone["captain"] else []
    units += [sailors_words(zone["sailors"])] if zone["sailors"] else []
    units += [cannon_words(enemy=side == facing) for side in zone["cannons"]]
    return listed(units) or _("empty")


def zones_words(zones: Sequence[int]) -> str:
    return ngettext("zone %(list)s", "zones %(list)s", len(zones)) % {"list": listed(zones)}
