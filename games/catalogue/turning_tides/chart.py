"""Turning Tides' charts: crew and intact zones of each ship."""

from collections.abc import Callable, Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from games.catalogue.turning_tides.shapes import Observation, Ship
from games.drawing.courses import Span
from games.wording.base import Seating
from games.wording.charts import Chart, Line, Row
from games.wording.lists import named, started

PHASES: tuple[str, ...] = ("choose",)
EVERY = "hand"
KEYS: tuple[str, ...] = ("round", "turn", "phase", "ships")


def charts(tables: Sequence[Observation], seating: Seating) -> list[Chart]:
    """Two charts: crew on deck, and intact zones."""
    if not tables:
        return []
    crew = (_("Crew on deck"), _("captain and sailors, turn by turn"))
    zones = (_("Intact zones"), _("of seven, turn by turn"))
    return [
        _chart("crew", crew, tables, seating, lambda ship: ship["crew"]),
        _chart("zones", zones, tables, seating, lambda s: len(s["zones"]) - s["destroyed"]),
    ]


def _chart(
    what: str,
    words: tuple[str, str],
    tables: Sequence[Observation],
    seating: Seating,
    count: Callable[[Ship], int],
) -> Chart:
    return Chart(
        what=what,
        title=words[0],
        note=words[1],
        rows=tuple(_row(place, table) for place, table in enumerate(tables)),
        spans=tuple(_spans(tables)),
        lines=tuple(_line(tables, seat, seating, count) for seat in (0, 1)),
    )


def _row(place: int, table: Observation) -> Row:
    if table["phase"] == "over":
        return Row(place, _("At the end"))
    return Row(place, _("Round %(round)s, turn %(turn)s") % table)


def _spans(tables: Sequence[Observation]) -> list[Span]:
    """The rounds, each from its first turn to that of the next round."""
    running = [table for table in tables if table["phase"] != "over"]
    firsts = [next(group)[0] for _n, group in groupby(enumerate(running), lambda t: t[1]["round"])]
    ends = [*firsts[1:], max(len(tables) - 1, 1)]
    return [
        Span(start, end, _("round %(round)s") % {"round": n}, str(n))
        for n, (start, end) in enumerate(zip(firsts, ends, strict=True), 1)
    ]


def _line(
    tables: Sequence[Observation], seat: int, seating: Seating, count: Callable[[Ship], int]
) -> Line:
    return Line(
        seats=(seat,),
        name=started(named(seat, seating)),
        me=seat == seating.reader,
        values=tuple(count(table["ships"][seat]) for table in tables),
    )
