"""The text alternative of a plate: an island with a name, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from .islands import island

STATES = {
    "mine": gettext_lazy("to choose"),
    "sealed": gettext_lazy("card sealed"),
    "wait": gettext_lazy("still thinking"),
    "lost": gettext_lazy("card turned, lost a belt"),
    "out": gettext_lazy("out of this stage"),
    "": gettext_lazy("card turned"),
}


def plate_island(plate: Mapping[str, Any]) -> SafeString:
    """The island of a plate; the keys are described in templates/pieces/plate.html."""
    state = plate.get("state", "")
    return island(
        plate["level"],
        plate["seat"],
        title=plate_title(plate),
        lit=state == "sealed",
        out=state == "out",
        before=plate.get("before"),
    )


def plate_title(plate: Mapping[str, Any]) -> str:
    """For example "Joost: water at 10, 2 of 3 belts, 9 cards left, 0 points, card sealed".

    In the tutorial, where nobody has a name yet and no cards are counted, "You: water at 10, …".
    """
    facts = [_water(plate), _belts(plate)]
    if "cards_left" in plate:
        facts += [cards_words(plate["cards_left"]), points_words(plate["score"])]
        facts.append(str(STATES[plate.get("state", "")]))
    return f"{_name(plate)}: " + ", ".join(facts)


def _name(plate: Mapping[str, Any]) -> str:
    if not plate.get("me"):
        return str(plate["name"])
    return _("%(name)s (you)") % plate if plate["name"] else _("You")


def _water(plate: Mapping[str, Any]) -> str:
    if plate["level"] is None:
        return _("dry, no tide card")
    return _("water at %(level)s") % {"level": plate["level"]}


def _belts(plate: Mapping[str, Any]) -> str:
    every = plate["up"] + plate["lost"]
    text = ngettext("%(up)s of %(all)s belt", "%(up)s of %(all)s belts", every)
    return text % {"up": plate["up"], "all": every}


def cards_words(count: int) -> str:
    """For example "9 cards left"."""
    return ngettext("%(count)s card left", "%(count)s cards left", count) % {"count": count}


def points_words(score: int) -> str:
    """For example "−1 point"."""
    words = ngettext("%(score)s point", "%(score)s points", abs(score))
    return words % {"score": signed(score)}


def signed(score: int) -> str:
    """A score as printed, with a real minus sign."""
    return str(score).replace("-", "−")


def amount(value: Fraction, *, plus: bool = True) -> str:
    """A mean or a difference: "+1.75", "−0.25", "2.5", "0"."""
    number = number_format(abs(round(float(value), 2)))
    if "." in number or "," in number:
        number = number.rstrip("0").rstrip(".,")
    sign = "−" if value < 0 else "+" if plus and value > 0 else ""
    return sign + number
