"""Turn the Tide: who gives up a belt after this hand (rules 1.5(4))."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.catalogue.turn_the_tide.shapes import Observation
from games.wording.base import Seating
from games.wording.lists import all_named, listed, named, started


def who_pays(observation: Observation, seating: Seating) -> str:
    """Who will pay, before the cards are revealed: the deepest, or whoever takes the high tide."""
    low, high = sorted(observation["turned_up"])
    tides = _tides(observation)
    deepest = max(tides.values(), default=0)
    if high > deepest:
        if low == high:
            return _("Both who take a %(tide)s.") % {"tide": high}
        return _("Whoever takes the %(tide)s.") % {"tide": high}
    holders = [seat for seat, tide in tides.items() if tide == deepest]
    told = (
        _as_deep(holders, high, seating) if high == deepest else _deeper(holders, deepest, seating)
    )
    return " ".join([told, *_without_belts(observation, holders, seating)])


def _tides(observation: Observation) -> dict[int, int]:
    return {
        seat: seen["tide"]
        for seat, seen in enumerate(observation["seats"])
        if seen["tide"] is not None and not seen["out"]
    }


def _as_deep(holders: list[int], tide: int, seating: Seating) -> str:
    """The sentence if the higher tide equals the deepest water."""
    values = {"tide": tide, "name": named(holders[0], seating)}
    if holders[0] == seating.reader:
        return (
            _(
                "Whoever takes the %(tide)s; and you, at %(tide)s already, unless you take "
                "the lower one."
            )
            % values
        )
    return (
        _(
            "Whoever takes the %(tide)s; and %(name)s, at %(tide)s already, unless %(name)s "
            "takes the lower one."
        )
        % values
    )


def _deeper(holders: list[int], deepest: int, seating: Seating) -> str:
    """The sentence if somebody is deeper than both tides."""
    values = {"names": started(all_named(holders, seating)), "tide": deepest}
    if len(holders) > 1:
        return _("%(names)s, both at %(tide)s; whoever takes a tide escapes.") % values
    if holders[0] == seating.reader:
        return _("You, at %(tide)s, unless you take a tide. Then whoever stands deepest.") % values
    return (
        _("%(names)s, at %(tide)s, unless %(names)s takes a tide. Then whoever stands deepest.")
        % values
    )


def _without_belts(observation: Observation, holders: list[int], seating: Seating) -> list[str]:
    """Sentences about the deepest who have no belt left and would be out."""
    bare = [seat for seat in holders if not observation["seats"][seat]["belts"]]
    return [
        _("You have no belt left and would be out.")
        if seat == seating.reader
        else _("%(name)s has no belt left and would be out.") % {"name": seating.names[seat]}
        for seat in bare
    ]


def who_pays_after(observation: Observation, taken: Mapping[int, int], seating: Seating) -> str:
    """Who pays once both tides are assigned."""
    tides = {**_tides(observation), **taken}
    deepest = max(tides.values())
    payers = [seat for seat, tide in sorted(tides.items()) if tide == deepest]
    told = _("%(names)s, at %(tide)s.") % {
        "names": started(listed([named(seat, seating) for seat in payers])),
        "tide": deepest,
    }
    return " ".join([told, *_without_belts(observation, payers, seating)])
