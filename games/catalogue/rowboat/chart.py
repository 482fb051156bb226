"""Rowboat's chart: the score of each side after every deal."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording.words import is_mine, side_seats, side_titled
from games.drawing.courses import Span
from games.wording.base import Seating
from games.wording.charts import Chart, Line, Row

# A novice's deal without a Moon begins with play.
PHASES: tuple[str, ...] = ("moon", "exchange", "bid", "play")
EVERY = "stage"
KEYS: tuple[str, ...] = ("stage", "phase", "sides")


def charts(tables: Sequence[Observation], seating: Seating) -> list[Chart]:
    """One chart: the score of each side by deal."""
    if not tables:
        return []
    return [
        Chart(
            what="points",
            title=_("Score"),
            note=_("after each deal"),
            rows=tuple(map(_row, tables)),
            spans=tuple(_span(deal) for deal in range(1, tables[-1]["stage"] + 1)),
            lines=tuple(_line(tables, side, seating) for side in range(len(tables[0]["sides"]))),
        )
    ]


def _row(table: Observation) -> Row:
    deal = table["stage"] if table["phase"] == "over" else table["stage"] - 1
    after = _("After deal %(deal)s") % {"deal": deal}
    return Row(deal, after if deal else _("At the start"))


def _span(deal: int) -> Span:
    return Span(deal - 1, deal, _("deal %(deal)s") % {"deal": deal}, str(deal))


def _line(tables: Sequence[Observation], side: int, seating: Seating) -> Line:
    return Line(
        seats=tuple(sorted(side_seats(side, seating))),
        name=side_titled(side, seating),
        me=is_mine(side, seating),
        values=tuple(table["sides"][side]["score"] for table in tables),
    )
