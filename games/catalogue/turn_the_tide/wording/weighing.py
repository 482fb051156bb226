"""Turn the Tide: the consequences of an answer, from the reader's observation."""

from bisect import bisect_right

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.turn_the_tide.shapes import Observation
from games.catalogue.turn_the_tide.wording.paying import who_pays, who_pays_after
from games.catalogue.turn_the_tide.wording.unseen import Unseen, unseen
from games.catalogue.turn_the_tide.wording.water import theirs_would, yours_would
from games.wording.base import Fact, Seating
from games.wording.lists import listed, named, started

NAMED_ONE_BY_ONE = 3  # more cards than this are only counted


def consequences(observation: Observation, notation: str, seating: Seating) -> list[Fact]:
    """The consequences of a weather card, or of one of the two tides."""
    if observation["phase"] == "take":
        return _of_taking(observation, notation, seating)
    card, rest = int(notation), unseen(observation)
    return [
        Fact(_("Highest"), _highest(observation, card, rest)),
        Fact(_("Second"), _second(observation, card, rest)),
        Fact(_("Lower"), _lower(observation, card, rest)),
        Fact(_("Loses a belt"), who_pays(observation, seating)),
        Fact(_("Beaten by"), _above(card, rest, seating)),
    ]


def _highest(observation: Observation, card: int, rest: Unseen) -> str:
    if not rest.may_be_highest(card):
        return _("Not possible: somebody must play higher.")
    low, high = sorted(observation["turned_up"])
    if observation["options"]["taker_chooses"] and low != high:
        mine = _water(observation)
        values = {
            "low": low,
            "high": high,
            "with_low": yours_would(mine, low),
            "with_high": yours_would(mine, high),
        }
        return (
            _("You choose: with the %(low)s %(with_low)s, with the %(high)s %(with_high)s.")
            % values
        )
    return _takes(observation, low)


def _second(observation: Observation, card: int, rest: Unseen) -> str:
    if not rest.may_be_second(card):
        return _not_second(rest, card)
    low, high = sorted(observation["turned_up"])
    if observation["options"]["taker_chooses"] and low != high:
        return _("You take the tide that is left, the %(low)s or the %(high)s.") % {
            "low": low,
            "high": high,
        }
    return _takes(observation, high)


def _not_second(rest: Unseen, card: int) -> str:
    if not rest.may_be_lower(card):
        return _("Not possible: nobody can play higher.")
    return _("Not possible: two must play higher.")


def _lower(observation: Observation, card: int, rest: Unseen) -> str:
    if not rest.may_be_lower(card):
        return _("Not possible: two cards higher than this cannot be played.")
    water = _water(observation)
    if water is None:
        return _("You take nothing and stay dry.")
    return _("You take nothing and stay at %(water)s.") % {"water": water}


def _takes(observation: Observation, tide: int) -> str:
    values = {"tide": tide, "change": yours_would(_water(observation), tide)}
    return _("You take the %(tide)s; %(change)s.") % values


def _water(observation: Observation) -> int | None:
    return observation["seats"][observation["you"]["seat"]]["tide"]


def _above(card: int, rest: Unseen, seating: Seating) -> str:
    parts = [
        _known_above(seat, rest, card, seating)
        for seat, held in sorted(rest.known.items())
        if max(held, default=card) > card
    ]
    above = len(rest.pool) - bisect_right(rest.pool, card)  # the pool is sorted
    if rest.strangers and above:
        parts.append(
            ngettext(
                "%(above)s of the %(all)s card you can’t place",
                "%(above)s of the %(all)s cards you can’t place",
                len(rest.pool),
            )
            % {"above": above, "all": len(rest.pool)}
        )
    if not parts:
        return _("Nothing: nobody can play higher.")
    return started(listed(parts)) + "."


def _known_above(seat: int, rest: Unseen, card: int, seating: Seating) -> str:
    held = rest.known[seat]
    higher = [other for other in held if other > card]
    values = {"name": seating.names[seat], "count": len(higher), "all": len(held)}
    if len(higher) <= NAMED_ONE_BY_ONE:
        return _("%(name)s’s %(cards)s") % {**values, "cards": listed(higher)}
    if seat in rest.strangers:
        return (
            ngettext(
                "%(count)s of %(name)s’s %(all)s known card",
                "%(count)s of %(name)s’s %(all)s known cards",
                len(held),
            )
            % values
        )
    return (
        ngettext(
            "%(count)s of %(name)s’s %(all)s card",
            "%(count)s of %(name)s’s %(all)s cards",
            len(held),
        )
        % values
    )


def _of_taking(observation: Observation, notation: str, seating: Seating) -> list[Fact]:
    low, high = sorted(observation["turned_up"])
    mine, left = (low, high) if notation == "take low" else (high, low)
    other = observation["takers"][1]
    before = observation["seats"][other]["tide"]
    name = seating.names[other]
    values = {"name": name, "tide": left, "change": theirs_would(name, before, left)}
    after = {observation["you"]["seat"]: mine, other: left}
    return [
        Fact(started(named(observation["you"]["seat"], seating)), _takes(observation, mine)),
        Fact(name, _("Takes the %(tide)s; %(change)s.") % values),
        Fact(_("Loses a belt"), who_pays_after(observation, after, seating)),
    ]
