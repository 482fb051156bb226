"""Turning Tides in HTML e-mails: both ships on the water, their zones facing each other."""

from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.email.inline_css import element
from accounts.text.translation_cache import each_once
from games.catalogue.turning_tides.rules.ships import opposite
from games.catalogue.turning_tides.shapes import Observation
from games.catalogue.turning_tides.wording import plain
from games.catalogue.turning_tides.wording.plain import BOW, STERN
from games.catalogue.turning_tides.wording.sea import ZONES, zone_of
from games.catalogue.turning_tides.wording.words import (
    DOES,
    Zone,
    cannon_words,
    card_word,
    sailors_words,
)
from games.mail.email_tables.base import (
    GRID,
    PLAIN,
    Shown,
    heading,
    heads,
    narrow,
    paragraph,
    placed,
    row,
    safe,
    table,
)
from games.wording.base import Seating

SHIPS = ("silver", "gold")  # CSS classes, from left to right
A_ROW = 3
TO_RIGHT, TO_LEFT = "═►", "◄═"  # cannons; every font of a mail program has these
EMPTY = mark_safe("&nbsp;")


def board(shown: Shown) -> SafeString:
    """The ships' position, what is on them, and both holds."""
    seen: Observation = shown.table
    seating = shown.seating
    head = row([_captain(shown, 0), element("th", "", EMPTY), _captain(shown, 1)])
    lines = [_line(seen, own) for own in plain.rows_with_ends(seen["offset"])]
    guns = {"right": TO_RIGHT, "left": TO_LEFT}
    return safe(
        paragraph(plain.where(seen, seating)),
        table("sea", [head, *lines], GRID),
        paragraph(_("%(right)s and %(left)s are cannons, and where they point.") % guns, "soft"),
        _holds(seen, seating),
    )


def _captain(shown: Shown, seat: int) -> SafeString:
    mark = shown.marks.get(seat, "")
    below = [mark_safe("<br>"), element("span", "mark", mark)] if mark else []
    name = plain.captain_name(seat, shown.seating)
    rest = ' scope="col" width="42%" colspan="3"'
    return element("th", f"flag {SHIPS[seat]}-flag", [narrow(name), *below], rest)


def _line(seen: Observation, own: int) -> SafeString:
    """A silver zone, the gold zone beside it, and the water between."""
    facing = seen["offset"] + 1 - own
    return row([*_piece(seen, 0, own), _between(seen["offset"], own), *_piece(seen, 1, facing)])


def _between(offset: int, own: int) -> SafeString:
    """The numbers of both zones, each next to its ship."""
    facing = offset + 1 - own
    if own in ZONES and opposite(offset, own) is not None:
        return element("td", "channel", f"{own} ↔ {facing}", ' align="center"')
    if own in ZONES:
        return element("td", "channel", own, ' align="left"')
    number = facing if facing in ZONES else EMPTY
    return element("td", "channel", number, ' align="right"')


def _piece(seen: Observation, seat: int, number: int) -> list[SafeString]:
    """Bow, zone or stern of a ship, or open sea; always three columns wide."""
    if number in (BOW, STERN):
        end = f"{SHIPS[seat]} {_end(seat, number)}"
        return [element("td", end, EMPTY, ' colspan="3"')]
    if number not in ZONES:
        return [element("td", "open", EMPTY, ' colspan="3"')]
    return _zone(zone_of(seen, seat, number), seat, seen["facing"])


def _end(seat: int, number: int) -> str:
    """The CSS class of a bow or stern; silver sails up and gold down."""
    up = (seat == 0) == (number == BOW)
    return ("bow" if number == BOW else "stern") + ("-up" if up else "-down")


def _zone(zone: Zone, seat: int, facing: str) -> list[SafeString]:
    kind = SHIPS[seat]
    if zone["destroyed"]:
        return [element("td", "zone gone", _("destroyed"), ' colspan="3" align="center"')]
    crew = _crew(zone)
    if not zone["cannons"]:
        return [element("td", f"zone {kind}", crew, ' colspan="3" align="center"')]
    left, right = (
        _gun(kind, arrow, enemy=enemy) if _aims(zone, facing, enemy=enemy) else _no_gun(kind)
        for arrow, enemy in ((TO_LEFT, seat == 1), (TO_RIGHT, seat == 0))
    )
    return [left, element("td", f"zone {kind}", crew, ' align="center"'), right]


def _aims(zone: Zone, facing: str, *, enemy: bool) -> bool:
    """Whether a cannon points at the enemy (`enemy`) or away from it."""
    return facing in zone["cannons"] if enemy else bool(zone["cannons"].replace(facing, ""))


def _gun(kind: str, arrow: str, *, enemy: bool) -> SafeString:
    """A cannon as an arrow, and in words for those who listen: no program reads the arrow aloud."""
    words = escape(cannon_words(enemy=enemy))
    picture = SafeString(f'<span role="img" aria-label="{words}">{arrow}</span>')
    return element("td", f"gun {kind}", picture, ' align="center"')


def _no_gun(kind: str) -> SafeString:
    return element("td", f"gun {kind}", EMPTY, ' align="center"')


def _crew(zone: Zone) -> SafeString:
    words = [_("mast")] if zone["mast"] else []
    words += [_("captain")] if zone["captain"] else []
    words += [sailors_words(zone["sailors"])] if zone["sailors"] else []
    return SafeString(",<br>".join(map(escape, words))) if words else EMPTY


def _holds(seen: Observation, seating: Seating) -> SafeString:
    """Both holds, side by side."""
    names = [plain.captain_name(seat, seating) for seat in (0, 1)]
    both = [plain.possessions(ship) for ship in seen["ships"]]
    lines = [
        row(
            [element("th", "col", label, ' scope="row"'), *(element("td", "cell", x) for x in pair)]
        )
        for label, *pair in zip(plain.labels(), *both, strict=True)
    ]
    return table("seats", [heads(["", *names]), *lines], GRID)


def cards(shown: Shown) -> SafeString:
    """The reader's cards with their effects, and a sentence on face-down cards."""
    seen: Observation = shown.table
    _first, *others = plain.held(seen)
    beside = [paragraph(text, "soft") for text in others]
    return safe(heading(_("Your cards")), placed(_drawn(seen["you"]["cards"]), A_ROW), *beside)


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
