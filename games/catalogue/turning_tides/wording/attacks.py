"""Turning Tides: an attack and its consequences in one sentence."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.catalogue.turning_tides.shapes import Event, Fired, Swung
from games.wording.base import Seating


def attacked(event: Swung | Fired, following: Sequence[Event], seating: Seating) -> str:
    """ "You fired from zone 5 at Lotte’s zone 4: the mast fell, and the pawn went to Lotte."."""
    values = {
        "name": seating.names[event["seat"]],
        "other": seating.names[1 - event["seat"]],
        "start": event["from"],
        "at": event["at"],
        "effect": _effect(event, following),
    }
    text = (_swung if event["kind"] == "swung" else _fired)(event["seat"], seating) % values
    return text + _pawn(following, seating) + "."


def _swung(seat: int, seating: Seating) -> str:
    if seat == seating.reader:
        return _("You swung from zone %(start)s to %(other)s’s zone %(at)s: %(effect)s")
    if seating.reader is not None:
        return _("%(name)s swung from zone %(start)s to your zone %(at)s: %(effect)s")
    return _("%(name)s swung from zone %(start)s to %(other)s’s zone %(at)s: %(effect)s")


def _fired(seat: int, seating: Seating) -> str:
    if seat == seating.reader:
        return _("You fired from zone %(start)s at %(other)s’s zone %(at)s: %(effect)s")
    if seating.reader is not None:
        return _("%(name)s fired from zone %(start)s at your zone %(at)s: %(effect)s")
    return _("%(name)s fired from zone %(start)s at %(other)s’s zone %(at)s: %(effect)s")


def _effect(event: Swung | Fired, following: Sequence[Event]) -> str:
    if event["kind"] == "swung":
        return {
            "sailor": _("a sailor went overboard"),
            "captain": _("the captain went overboard"),
            None: _("nobody was there"),
        }[event["removed"]]
    if event["effect"] == "units":
        if any(each["kind"] == "captain_lost" for each in following):
            return _("everything there was swept away, the captain too")
        return _("everything there was swept away")
    return {
        "nothing": _("it was destroyed already"),
        "mast": _("the mast fell"),
        "destroyed": _("the empty zone is destroyed"),
    }[event["effect"]]


def _pawn(following: Sequence[Event], seating: Seating) -> str:
    for event in following:
        if event["kind"] == "pawn_moved":
            if event["seat"] == seating.reader:
                return _(", and the pawn went to you")
            return _(", and the pawn went to %(name)s") % {"name": seating.names[event["seat"]]}
    return ""
