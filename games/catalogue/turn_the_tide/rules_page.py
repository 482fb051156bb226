"""The rules of Turn the Tide as a page."""

from typing import Any

from django.utils.translation import gettext as _

TEMPLATE = "games/turn_the_tide/rules.html"


def summary() -> str:
    return _(
        "Everybody plays a weather card at the same time. The highest takes the lower tide, the "
        "second highest the higher one; whoever then stands deepest in the water gives up a life "
        "belt. After twelve hands each set of cards moves one seat to the left, until everybody "
        "has played the same cards."
    )


def context() -> dict[str, Any]:
    return {}
