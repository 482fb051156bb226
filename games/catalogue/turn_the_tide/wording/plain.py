"""Turn the Tide: the table and the reader's cards as plain text, for e-mails."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.text.bidi_isolation import cut, padded
from accounts.text.translation_cache import once_a_language
from games.catalogue.turn_the_tide.shapes import Observation
from games.drawing.belts import belts_of
from games.drawing.plates import signed
from games.wording.base import Seating

NAME_WIDTH = 20
A_LINE = 8  # cards, at most
BELT_SIGNS = (" ", "c", "o")  # none, half a belt, a whole belt


def standing(table: Observation, seating: Seating) -> list[str]:
    """One line per seat: water (also as a bar), belts, cards, points; at most 72 columns."""
    rows = [_row(table, seating, seat) for seat in range(len(table["seats"]))]
    wide = _lead() + 14
    return [_head(), *(_line(row, wide).rstrip() for row in rows)]


@once_a_language
def _head() -> str:
    cells = (_("Island"), _("Water"), _("Belts"), _("Cards"), _("Points"))
    return _line(cells, _lead() + 14).rstrip()


def _line(cells: Sequence[str], wide: int) -> str:
    island, water, belts, cards, points = cells
    return f"  {padded(island, NAME_WIDTH)}{water:<{wide}}{belts:<9}{cards:>6}{points:>8}"


def _row(table: Observation, seating: Seating, seat: int) -> Sequence[str]:
    seen = table["seats"][seat]
    name = _("You") if seat == seating.reader else seating.names[seat]
    name = cut(name, NAME_WIDTH - 1)
    water, belts = _water_and_belts(seen["tide"], seen["out"], seen["belts"], seen["set_belts"])
    return name, water, belts, str(seen["cards"]), signed(seen["score"])


@once_a_language
def _water_and_belts(tide: int | None, out: bool, up: int, dealt: int) -> tuple[str, str]:
    return _water(tide, out), belts_words(up, dealt)


def belts_words(up: int, dealt: int) -> str:
    """The belts still up, of those dealt: "2 of 4"."""
    return _("%(up)s of %(all)s") % {"up": up, "all": dealt}


def _water(tide: int | None, out: bool) -> str:
    if out:
        return _("out")
    level = tide or 0
    word = _("dry") if tide is None else str(tide)
    return f"{word:<{_lead()}}{'#' * level}{'.' * (12 - level)}"


@once_a_language
def _lead() -> int:
    """The width of the column before the bar: a word or number, and a gap."""
    return max(5, len(_("dry")) + 2)


def holding(observation: Observation) -> list[str]:
    """The reader's cards with their belts."""
    cards = [f"| {card:>2}{BELT_SIGNS[belts_of(card)]}|" for card in observation["you"]["cards"]]
    if not cards:
        return [_("You have no cards left in this stage.")]
    title = _("Your cards (o a whole belt, c half a belt)")
    if len(cards) == 1:  # on a line of its own it could be read as an answer when quoted
        return [f"{title} {cards[0]}"]
    rows = -(-len(cards) // A_LINE)
    a_line = max(2, -(-len(cards) // rows))
    starts = range(0, len(cards), a_line)
    lines = ["  " + "  ".join(cards[start : start + a_line]) for start in starts]
    return [title, "", *lines]
