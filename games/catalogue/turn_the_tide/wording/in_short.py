"""Turn the Tide: the consequences of a choice in the two lines above the button."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.turn_the_tide.shapes import Observation
from games.catalogue.turn_the_tide.wording.unseen import Unseen, unseen
from games.wording.base import Seating

DOT = " · "


def in_short(
    observation: Observation, choices: Sequence[str], seating: Seating
) -> list[tuple[str, str]]:
    """Pairs of choice and "Highest: water to 4 · Second: to 11 · 26 of 48 … are higher"."""
    if observation["phase"] == "take":
        return [(choice, _of_taking(observation, choice, seating)) for choice in choices]
    rest = unseen(observation)
    return [(choice, _of_card(observation, int(choice), rest)) for choice in choices]


def _of_card(observation: Observation, card: int, rest: Unseen) -> str:
    parts = (
        _highest(observation, card, rest),
        _second(observation, card, rest),
        _lower(observation, card, rest),
        _beaten(card, rest),
    )
    return DOT.join(filter(None, parts))


def _highest(observation: Observation, card: int, rest: Unseen) -> str:
    if not rest.may_be_highest(card):
        return ""
    low, high = sorted(observation["turned_up"])
    if observation["options"]["taker_chooses"] and low != high:
        return _("Highest: water to %(low)s or %(high)s") % {"low": low, "high": high}
    return _("Highest: water to %(tide)s") % {"tide": low}


def _second(observation: Observation, card: int, rest: Unseen) -> str:
    if not rest.may_be_second(card):
        return ""
    low, high = sorted(observation["turned_up"])
    if observation["options"]["taker_chooses"] and low != high:
        return _("Second: the other")
    return _("Second: to %(tide)s") % {"tide": high}


def _lower(observation: Observation, card: int, rest: Unseen) -> str:
    if not rest.may_be_lower(card):
        return ""
    water = observation["seats"][observation["you"]["seat"]]["tide"]
    return _("Lower: stay dry") if water is None else _("Lower: stay at %(tide)s") % {"tide": water}


def _beaten(card: int, rest: Unseen) -> str:
    """The share of higher cards among those that others may hold."""
    if not rest.may_be_lower(card) and not rest.may_be_second(card):
        return _("nobody can play higher")
    others = [other for cards in rest.known.values() for other in cards]
    others += rest.pool if rest.strangers else []
    above = sum(other > card for other in others)
    text = ngettext(
        "%(above)s of %(all)s possible cards is higher",
        "%(above)s of %(all)s possible cards are higher",
        above,
    )
    return text % {"above": above, "all": len(others)}


def _of_taking(observation: Observation, notation: str, seating: Seating) -> str:
    low, high = sorted(observation["turned_up"])
    mine, left = (low, high) if notation == "take low" else (high, low)
    values = {"mine": mine, "left": left, "name": seating.names[observation["takers"][1]]}
    return _("Your water goes to %(mine)s, %(name)s’s to %(left)s.") % values
