"""Turn the Tide in HTML e-mails: one line per seat with its water, and the weather cards."""

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.email.inline_css import element
from accounts.text.translation_cache import each_once, once_a_language
from games.catalogue.turn_the_tide.shapes import Observation, Seat
from games.catalogue.turn_the_tide.wording.plain import belts_words
from games.drawing.belts import belts_of
from games.drawing.plates import signed
from games.mail.email_tables.base import (
    GRID,
    PLAIN,
    Shown,
    heading,
    heads,
    name_cell,
    paragraph,
    placed,
    row,
    safe,
    table,
)

DEEPEST = 12
STEP = 5  # pixels per level of water
SKIES = ("calm", "breeze", "gale", "storm")


def board(shown: Shown) -> SafeString:
    """The face-up tides, and per seat: water (also as a bar), belts, cards, points."""
    seen: Observation = shown.table
    lines = [_seat(shown, seat, each) for seat, each in enumerate(seen["seats"])]
    up = sorted(seen["turned_up"])
    tides = placed(_tides(up), len(up)) if up else SafeString("")
    return safe(tides, table("seats", [_head(), *lines], GRID))


@each_once
def _tides(level: int) -> SafeString:
    """A tide card: its level above a matching amount of water."""
    sea = element("td", "tide-sea", mark_safe("&nbsp;"), f' height="{4 + 2 * level}"')
    return table(
        "card",
        [
            row([element("td", "tide", level, ' height="40" align="center"')]),
            row([element("td", "tide-word", _("Tide"), ' align="center"')]),
            row([sea]),
        ],
        f'{PLAIN} width="64"',
    )


@once_a_language
def _head() -> SafeString:
    return heads([_("Island"), _("Water"), _("Belts"), _("Cards"), _("Points")])


def _seat(shown: Shown, seat: int, seen: Seat) -> SafeString:
    mine = seat == shown.seating.reader
    name = _("You") if mine else shown.seating.names[seat]
    drawn = _water_and_belts(seen["tide"], seen["out"], seen["belts"], seen["set_belts"], mine)
    classes = "cell mine" if mine else "cell"
    return row(
        [
            name_cell(name, shown.marks.get(seat, ""), mine=mine),
            *drawn,
            element("td", classes, seen["cards"]),
            element("td", classes, signed(seen["score"])),
        ]
    )


@once_a_language
def _water_and_belts(
    tide: int | None, out: bool, up: int, dealt: int, mine: bool
) -> tuple[SafeString, SafeString]:
    classes = "cell mine" if mine else "cell"
    return element("td", classes, water(tide, out)), element("td", classes, belts_words(up, dealt))


def water(tide: int | None, out: bool) -> SafeString:
    """The water level, as a number and as a bar."""
    if out:
        return element("span", "out", _("out"))
    level = tide or 0
    word = element("span", "level", _("dry") if tide is None else tide)
    cells = [
        element("td", kind, mark_safe("&nbsp;"), f' width="{size * STEP}" height="10"')
        for kind, size in (("wet", level), ("dry", DEEPEST - level))
        if size
    ]
    return safe(word, table("bar", [row(cells)], f'{PLAIN} width="{DEEPEST * STEP}"'))


def cards(shown: Shown) -> SafeString:
    """Each card with its sky and its belts."""
    seen: Observation = shown.table
    held = seen["you"]["cards"]
    if not held:
        return paragraph(_("You have no cards left in this stage."))
    return safe(heading(_("Your cards")), placed(drawn(held), 5))


@each_once
def drawn(number: int) -> SafeString:
    """A weather card: the number on the sky, the belt on the sea below."""
    sky = SKIES[min((number - 1) // 15, 3)]
    belt = (mark_safe("&nbsp;"), _("½ belt"), _("1 belt"))[belts_of(number)]
    return table(
        "card",
        [
            row([element("td", f"number {sky}", number, ' height="46" align="center"')]),
            row([element("td", f"belt {sky}-sea", belt, ' height="24" align="center"')]),
        ],
        f'{PLAIN} width="50"',
    )
