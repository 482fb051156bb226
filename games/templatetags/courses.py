"""Charts of a game as SVG and as tables: ``{% load courses %}``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from operator import add

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.drawing.courses import Trace, course_chart
from games.drawing.plates import signed
from games.drawing.rating_graph import strength_chart
from games.wording.charts import Chart, Line

register = template.Library()


@register.simple_tag
def course_picture(chart: Chart, size: str) -> SafeString:
    """``{% course_picture chart "wide" %}`` for desktops, "narrow" for phones."""
    traces = [_trace(chart, line) for line in chart.lines]
    return course_chart(traces, chart.spans, course_words(chart), wide=size == "wide")


def course_words(chart: Chart) -> str:
    """A text alternative for the chart, in a sentence."""
    ends = "; ".join(f"{line.name} {signed(line.values[-1])}" for line in chart.lines)
    return _("%(title)s, hand by hand. Last: %(ends)s.") % {"title": chart.title, "ends": ends}


@register.simple_tag
def strength_picture(figures: Sequence[tuple[datetime, int]], title: str) -> SafeString:
    """``{% strength_picture figures "Rowboat" %}``; figures are (time, rating), oldest first."""
    shown = [figure for _at, figure in figures]
    ends = {"title": title, "first": signed(shown[0]), "last": signed(shown[-1])}
    words = _("%(title)s: the rating after each rated game, from %(first)s to %(last)s.") % ends
    return strength_chart(shown, words)


@register.simple_tag
def course_rows(chart: Chart) -> SafeString:
    """The values of a chart as table rows.

    Built here and not in a template, since a long game has hundreds.
    """
    columns = [_column(line) for line in chart.lines]
    heads = (f'<tr><th scope="row">{escape(row.label)}</th>' for row in chart.rows)
    rows = ("".join(row) for row in zip(heads, *columns, strict=True))
    return mark_safe("</tr>".join([*rows, ""]))  # noqa: S308


def _column(line: Line) -> list[str]:
    """The cells of one column; numbers need no escaping."""
    kept = [f'<td class="n">{signed(value)}' for value in line.values]
    if line.within:
        up = [f' <span class="soft">({signed(value)})</span>' for value in line.within]
        kept = list(map(add, kept, up))
    return [f"{cell}</td>" for cell in kept]


def _trace(chart: Chart, line: Line) -> Trace:
    points = list(zip(chart.rows, line.values, strict=True))
    bold = [(row.x, value) for row, value in points if row.knot]
    return Trace(line.number, line.name, bold, list(_thin(chart, line)), line.me)


def _thin(chart: Chart, line: Line) -> Iterator[list[tuple[float, float]]]:
    """The thin line, split at the knots; each section ends at the knot's bold value."""
    stretch: list[tuple[float, float]] = []
    for place, row in enumerate(chart.rows if line.within else ()):
        if row.knot and stretch:
            yield [*stretch, (row.x, line.values[place])]
            stretch = []
        stretch.append((row.x, line.within[place]))
    if len(stretch) > 1:
        yield stretch
