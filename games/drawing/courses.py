"""The course of a game as a chart: lines over time, each with a colour, a dash and a mark of its
own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString

from accounts.text.bidi_isolation import cut

from .canvas import Canvas
from .geometry import Point, num, outline
from .plates import signed

DASHES = ("", "10 5", "3 4", "14 4 3 4", "18 6")
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
LETTERS = {True: 18, False: 9}  # of a name at the end of its line, by `wide`
MARKS = (
    "M{l} {y}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
    "M{l} {t}h9v9h-9z",
    "M{x} {t}l5.2 9h-10.4z",
    "M{x} {t2}l5.6 5.6-5.6 5.6-5.6-5.6z",
    "M{l} {t}l9 9m0-9l-9 9",
)


@dataclass(frozen=True)
class Trace:
    """A seat's line (seats from 1). `bold` and `thin` are points (hand, unit)."""

    number: int
    name: str
    bold: Sequence[Point]
    thin: Sequence[Sequence[Point]] = ()
    mine: bool = False


@dataclass(frozen=True)
class Span:
    """A labelled section of the x axis: "stage 2", or "2" if space is tight."""

    start: float
    end: float
    label: str
    short: str


class _Frame:
    """Converts hands and units to positions in a drawing of this size."""

    left, top, bottom = 38.0, 16.0, 34.0

    def __init__(self, wide: bool, traces: Sequence[Trace], spans: Sequence[Span]) -> None:
        self.width, self.height = (980.0, 400.0) if wide else (336.0, 300.0)
        self.letters = 14 if wide else 13
        self.right = self.width - (170 if wide else 104)
        self.last = max([span.end for span in spans] or [1]) or 1
        values = [y for trace in traces for y in _heights(trace)] or [0]
        low, high = min(values), max(values)
        self.step = next((s for s in STEPS if (high - low) / s <= 7), STEPS[-1])
        self.low, self.high = min(low, 0) - 0.45 * self.step, max(high, 1) + 0.45 * self.step

    def x(self, hand: float) -> float:
        return self.left + (self.right - self.left) * hand / self.last

    def y(self, value: float) -> float:
        room = self.height - self.top - self.bottom
        return self.top + room * (self.high - value) / (self.high - self.low)

    def path(self, points: Iterable[Point]) -> str:
        return outline((self.x(x), self.y(y)) for x, y in points)


def _heights(trace: Trace) -> list[float]:
    thin = [y for line in trace.thin for _x, y in line]
    return [*(y for _x, y in trace.bold), *thin]


def course_chart(
    traces: Sequence[Trace], spans: Sequence[Span], title: str, *, wide: bool
) -> SafeString:
    """A chart for wide or for narrow screens; a page has both, and its style sheet shows one."""
    frame = _Frame(wide, traces, spans)
    order = sorted(traces, key=lambda trace: trace.mine)
    body = [_grid(frame), *(_span(frame, span) for span in spans), _edge(frame)]
    body += [_thin(frame, trace) for trace in order]
    body += [_bold(frame, trace) for trace in order]
    body += [_marks(frame, trace) for trace in order]
    body.append(_names(frame, traces, wide))
    size = f"0 0 {num(frame.width)} {num(frame.height)}"
    canvas = Canvas(size, frame.width, frame.height)
    return canvas.picture("".join(body), title, f"chart {'wide' if wide else 'narrow'}")


def _text(x: float, y: float, words: str, size: int, rest: str) -> str:
    place = f'x="{num(x)}" y="{num(y)}" font-size="{size}"'
    return f"<text {place} {rest}>{escape(words)}</text>"


def _grid(frame: _Frame) -> str:
    value = -(-frame.low // frame.step) * frame.step
    lines, words = "", ""
    while value <= frame.high:
        y = frame.y(value)
        lines += f"M{num(frame.left)} {num(y)}H{num(frame.right)}"
        label = signed(int(value))
        rest = 'text-anchor="end" fill="var(--ink-soft)"'
        words += _text(frame.left - 8, y + frame.letters * 0.35, label, frame.letters, rest)
        value += frame.step
    return f'<path d="{lines}" stroke="var(--line)"/>{words}'


def _span(frame: _Frame, span: Span) -> str:
    start, end = frame.x(span.start), frame.x(span.end)
    foot = frame.height - frame.bottom
    line = f'<path d="M{num(end)} {num(frame.top - 6)}V{num(foot + 6)}" stroke="var(--edge)"/>'
    label = span.label if end - start > 9 * len(span.label) else span.short
    if end - start < 8 * len(span.short) + 2 and span.short[-1:] not in "05":
        return line
    rest = 'text-anchor="middle" fill="var(--ink-soft)" font-family="var(--tale)"'
    return line + _text((start + end) / 2, foot + 21, label, frame.letters, rest)


def _edge(frame: _Frame) -> str:
    """A graduated edge, like the margin of a sea chart."""
    foot, ticks = frame.height - frame.bottom, ""
    most = int(frame.last) if frame.last <= 120 else 60
    for k in range(0, most, 2):
        start, end = (frame.last * (k + n) / most for n in (0, 1))
        ticks += f"M{num(frame.x(start))} {num(foot + 3)}H{num(frame.x(end))}"
    ends = f"{num(frame.left)} {{y}}H{num(frame.right)}"
    rims = "".join("M" + ends.format(y=num(foot + y)) for y in (1, 5))
    return (
        f'<path d="{ticks}" stroke="var(--ink)" stroke-width="3"/>'
        f'<path d="{rims}" stroke="var(--ink)" stroke-width=".8"/>'
    )


def _colour(trace: Trace) -> str:
    return f'stroke="var(--seat-{trace.number})" stroke-linejoin="round"'


def _thin(frame: _Frame, trace: Trace) -> str:
    d = "".join(frame.path(line) for line in trace.thin)
    return f'<path d="{d}" fill="none" {_colour(trace)} stroke-opacity=".45"/>' if d else ""


def _bold(frame: _Frame, trace: Trace) -> str:
    d, dash = frame.path(trace.bold), DASHES[trace.number - 1]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    width = 3.4 if trace.mine else 2.6
    return (
        f'<path d="{d}" fill="none" stroke="var(--sheet)" stroke-width="6"/>'
        f'<path d="{d}" fill="none" {_colour(trace)} stroke-width="{width}"{dashed}/>'
    )


def _marks(frame: _Frame, trace: Trace) -> str:
    points = trace.bold if len(trace.bold) <= 24 else trace.bold[-1:]
    d = "".join(_mark(trace.number, frame.x(x), frame.y(y)) for x, y in points)
    return f'<path d="{d}" fill="var(--sheet)" {_colour(trace)} stroke-width="2.4"/>'


def _mark(number: int, x: float, y: float) -> str:
    places = {"x": x, "y": y, "l": x - 4.5, "t": y - 4.5, "t2": y - 5.6}
    return MARKS[number - 1].format(**{key: num(place) for key, place in places.items()})


def _names(frame: _Frame, traces: Sequence[Trace], wide: bool) -> str:
    """Score and name at the end of each line, without overlaps."""
    ended = sorted((t for t in traces if t.bold), key=lambda trace: -trace.bold[-1][1])
    gap, words = frame.letters + 5, ""
    heights = _apart([frame.y(trace.bold[-1][1]) for trace in ended], gap, frame)
    for trace, below in zip(ended, heights, strict=True):
        value = trace.bold[-1][1]
        # Points first: of a wide name, or in a wide font, the end lies outside.
        label = f"{signed(int(value))} {cut(trace.name, LETTERS[wide])}"
        rest = f'font-weight="600" fill="var(--seat-{trace.number})"'
        place = frame.right + 10
        words += _text(place, below + frame.letters * 0.35, label, frame.letters, rest)
    return words


def _apart(heights: Sequence[float], gap: float, frame: _Frame) -> list[float]:
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + gap) if placed else height)
    over = max((placed[-1] if placed else 0) - (frame.height - frame.bottom), 0)
    return [height - over for height in placed]
