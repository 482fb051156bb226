"""Turning Tides in an HTML letter: both ships zone by zone, side by side, and the cards."""

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.email.inline_css import element
from accounts.email.translation_cache import each_once
from games.catalogue.turning_tides.wording import plain
from games.catalogue.turning_tides.wording.sea import ZONES, opposite, zone_of
from games.catalogue.turning_tides.wording.words import DOES, Zone, card_word, sailors_words
from games.mail.email_tables.base import (
    GRID,
    PLAIN,
    Shown,
    bold,
    heading,
    paragraph,
    placed,
    row,
    safe,
    table,
)
from games.wording.base import Observation

SHIPS = ("silver", "gold")  # classes, and the order from left to right
A_ROW = 3
TO_THE_ENEMY = ("→", "←")
TO_THE_SEA = ("←", "→")


def board(shown: Shown) -> SafeString:
    """Where the ships lie, what is on them, and what both have besides."""
    seen, circle = shown.table, shown.circle
    head = row(
        [
            _captain(shown, 0),
            element("th", "channel", mark_safe("&nbsp;")),
            _captain(shown, 1),
        ]
    )
    lines = [_line(seen, own) for own in plain.zone_rows(seen["offset"])]
    return safe(
        paragraph(plain.where(seen, circle)),
        table("sea", [head, *lines], GRID),
        paragraph(_("The arrow behind a cannon shows where it points."), "soft"),
        *(paragraph(plain.hold(seen, seat, circle), "soft") for seat in (0, 1)),
    )


def _captain(shown: Shown, seat: int) -> SafeString:
    mark = shown.marks.get(seat, "")
    below = [mark_safe("<br>"), element("span", "mark", mark)] if mark else []
    name = plain.captain_name(seat, shown.circle)
    return element("th", f"flag {SHIPS[seat]}", [name, *below], ' scope="col" width="44%"')


def _line(seen: Observation, own: int) -> SafeString:
    """A zone of silver and the one of gold beside it; either may be open sea."""
    facing = seen["offset"] + 1 - own
    meet = own in ZONES and opposite(seen["offset"], own) is not None
    between = element("td", "channel", "↔" if meet else mark_safe("&nbsp;"), ' align="center"')
    return row([_zone(seen, 0, own), between, _zone(seen, 1, facing)])


def _zone(seen: Observation, seat: int, number: int) -> SafeString:
    if number not in ZONES:
        return element("td", "open", mark_safe("&nbsp;"))
    zone = zone_of(seen, seat, number)
    words = _units(zone, seat, seen["facing"])
    kind = "gone" if zone["destroyed"] else SHIPS[seat]
    return element("td", f"zone {kind}", [bold(number), mark_safe(" &nbsp;"), ", ".join(words)])


def _units(zone: Zone, seat: int, facing: str) -> list[str]:
    if zone["destroyed"]:
        return [_("destroyed")]
    words = [_("mast")] if zone["mast"] else []
    words += [_("captain")] if zone["captain"] else []
    words += [sailors_words(zone["sailors"])] if zone["sailors"] else []
    for side in zone["cannons"]:
        arrow = (TO_THE_ENEMY if side == facing else TO_THE_SEA)[seat]
        words.append(_("cannon %(arrow)s") % {"arrow": arrow})
    return words or ["–"]


def cards(shown: Shown) -> SafeString:
    """The cards held, each with what it does; those face down in a sentence."""
    you = shown.table["you"]
    _first, *others = plain.held(shown.table)
    beside = [paragraph(text, "soft") for text in others]
    return safe(heading(_("Your cards")), placed(_drawn(you["cards"]), A_ROW), *beside)


@each_once
def _drawn(card: str) -> SafeString:
    return table(
        "ship-card",
        [
            row([element("td", "ship-name", card_word(card))]),
            row([element("td", "ship-does", DOES[card])]),
        ],
        f'{PLAIN} width="90"',
    )
