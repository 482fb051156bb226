"""Turn the Tide's chart: points at the end of each stage, and belts along the way."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.catalogue.turn_the_tide.rules.state import TURNS
from games.catalogue.turn_the_tide.shapes import Observation
from games.drawing.courses import Span
from games.wording.base import Seating
from games.wording.charts import Chart, Line, Row
from games.wording.lists import named, started

PHASES: tuple[str, ...] = ("bid",)
EVERY = "hand"
KEYS: tuple[str, ...] = ("stage", "hand", "phase", "seats")
LOST = -1  # points of a seat that is out (rules 1.6)


def charts(tables: Sequence[Observation], seating: Seating) -> list[Chart]:
    """One chart: the points so far, and with the belts that are still up."""
    if not tables:
        return []
    seats = range(len(tables[0]["seats"]))
    return [
        Chart(
            what="points",
            title=_("Points"),
            note=_("bold: points kept; thin: with the belts that were still up"),
            rows=tuple(map(_row, tables)),
            spans=tuple(_spans(tables[-1]["stage"])),
            lines=tuple(_line(tables, seat, seating) for seat in seats),
            within_words=_("In brackets: with the belts that were still up."),
        )
    ]


def _row(table: Observation) -> Row:
    if table["phase"] == "over":
        return Row(TURNS * table["stage"], _("At the end"))
    stage, hand = table["stage"], table["hand"]
    label = _("Stage %(stage)s, hand %(hand)s") % {"stage": stage, "hand": hand}
    return Row(TURNS * (stage - 1) + hand - 1, label, knot=hand == 1)


def _spans(stages: int) -> list[Span]:
    words = [(n, _("stage %(stage)s") % {"stage": n}) for n in range(1, stages + 1)]
    return [Span(TURNS * (n - 1), TURNS * n, label, str(n)) for n, label in words]


def _line(tables: Sequence[Observation], seat: int, seating: Seating) -> Line:
    seen = [(table["seats"][seat], table["phase"] == "over") for table in tables]
    return Line(
        seats=(seat,),
        name=started(named(seat, seating)),
        me=seat == seating.reader,
        values=tuple(each["score"] for each, _end in seen),
        within=tuple(
            each["score"] + (0 if end else LOST if each["out"] else each["belts"])
            for each, end in seen
        ),
    )
