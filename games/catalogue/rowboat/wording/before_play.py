"""Rowboat: the consequences of the Moon, an exchange or a bid."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.rowboat.rules.asking import NO_MOON
from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording.weighing import facts as of_card
from games.catalogue.rowboat.wording.weighing import use_of
from games.catalogue.rowboat.wording.words import the_card
from games.wording.base import Fact, Seating


def consequences(observation: Observation, notation: str, seating: Seating) -> list[Fact]:
    """The consequences of an answer in any phase."""
    if observation["phase"] == "play":
        return of_card(observation, notation, seating)
    if observation["phase"] == "exchange":
        return _of_gift(observation, notation.split()[1], seating)
    if observation["phase"] == "bid":
        return _of_bid(observation, int(notation.split()[1]), seating)
    return _of_moon(observation, notation)


def _of_moon(table: Observation, notation: str) -> list[Fact]:
    if notation == NO_MOON:
        text = (
            _("Cards are laid out until all four suits have appeared, %(limit)s at most.") % table
        )
        return [
            Fact(_("The Tide"), text),
            Fact(_("The Moon"), _("You keep it for a later deal.")),
        ]
    size = notation.split()[1]
    text = _("Exactly %(size)s cards, so %(size)s tricks, and %(size)s cards for each.")
    return [
        Fact(_("The Tide"), text % {"size": size}),
        Fact(_("The Moon"), _("It is used up for the game.")),
    ]


def _of_gift(table: Observation, card: str, seating: Seating) -> list[Fact]:
    name = seating.names[(table["you"]["seat"] + 2) % 4]
    gives = _("%(name)s gets %(card)s.") % {"name": name, "card": the_card(card)}
    return [Fact(_("The card"), use_of(table, card)), Fact(_("You give"), gives)]


def _of_bid(table: Observation, bid: int, seating: Seating) -> list[Fact]:
    if len(table["sides"]) == len(table["bids"]):
        return _of_own_bid(bid)
    partner = (table["you"]["seat"] + 2) % 4
    made, name = table["bids"][partner], seating.names[partner]
    if made is not None:
        return _of_own_bid(bid + made, _team(bid, made, name))
    values = {"name": name, "bid": bid}
    if bid == 0:
        text = _("%(name)s bids after you, and must then bid at least 1.") % values
    else:
        text = _("%(name)s bids after you; both bids count together.") % values
    return _of_own_bid(bid, text, open_end=True)


def _team(bid: int, made: int, name: str) -> str:
    values = {"name": name, "made": made, "bid": bid, "all": made + bid}
    return _("%(name)s bid %(made)s: together %(all)s.") % values


def _of_own_bid(bid: int, team: str = "", *, open_end: bool = False) -> list[Fact]:
    """The three facts about a bid; `open_end` if the partner is still to bid."""
    if open_end:
        made = _("Each trick you bid scores 10 points; each one over is a sandbag.")
        missed = _("Each trick you bid costs 10 points.")
    else:
        made, missed = _made(bid), _missed(bid)
    facts = [Fact(_("Made"), made), Fact(_("Missed"), missed)]
    return [Fact(_("Together"), team), *facts] if team else facts


def _made(bid: int) -> str:
    text = ngettext(
        "With %(bid)s trick or more: +%(points)s, and a sandbag for each extra one.",
        "With %(bid)s tricks or more: +%(points)s, and a sandbag for each extra one.",
        bid,
    )
    return text % {"bid": bid, "points": 10 * bid}


def _missed(bid: int) -> str:
    values = {"fewer": bid - 1, "points": 10 * bid}
    if bid == 1:
        return _("With none: −%(points)s.") % values
    return _("With %(fewer)s or fewer: −%(points)s.") % values
