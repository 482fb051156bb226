"""Numbers, colours and lines that all drawings share.

Lengths are in the units of the drawing's own view box. These functions make no elements; they
return numbers, colours (``#rrggbb``) and path data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]
Stops = Sequence[tuple[float, str]]


def box(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def num(x: float) -> str:
    """A number with at most one decimal, as short as possible."""
    return f"{x:.1f}".removesuffix(".0")


def mix(a: str, b: str, share: float) -> str:
    """The colour ``share`` (0 to 1) of the way from ``a`` to ``b``."""
    pairs = zip(_channels(a), _channels(b), strict=True)
    return "#" + "".join(f"{round(x * (1 - share) + y * share):02x}" for x, y in pairs)


def _channels(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def ramp(stops: Stops, x: float) -> str:
    """The colour at ``x`` on a ramp of (position, colour) stops."""
    for (x0, c0), (x1, c1) in pairwise(stops):
        if x <= x1:
            return mix(c0, c1, (x - x0) / (x1 - x0))
    return stops[-1][1]


def swell(y: float, width: float, rise: float, x0: float, x1: float, peak: float = 0.0) -> str:
    """A line of waves from ``x0`` to past ``x1``; ``peak`` from 0 (smooth) to 1 (sharp)."""
    count = 0
    while x0 + count * width < x1:
        count += 1
    if peak < 0.34:
        first = f"q{num(width / 4)} {num(-rise)} {num(width / 2)} 0"
        return f"M{num(x0)} {num(y)}{first}" + f"t{num(width / 2)} 0" * (2 * count - 1)
    return f"M{num(x0)} {num(y)}" + f"q{num(width * 0.62)} {num(rise * 1.5)} {num(width)} 0" * count


def below(line: str, x0: float, bottom: float) -> str:
    """The water under a line of waves that began at ``x0``."""
    return f"{line}V{num(bottom)}H{num(x0)}z"


def _controls(points: Sequence[Point], i: int) -> tuple[Point, Point]:
    before, here = points[max(0, i - 1)], points[i]
    there, after = points[i + 1], points[min(len(points) - 1, i + 2)]
    return (
        (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6),
        (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6),
    )


def smooth(points: Sequence[Point]) -> str:
    """A curve through all points (Catmull-Rom, written as Bezier curves)."""
    out = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for i in range(len(points) - 1):
        ends = (*_controls(points, i), points[i + 1])
        out.append("C" + " ".join(f"{num(x)} {num(y)}" for x, y in ends))
    return "".join(out)


def height_of(points: Sequence[Point]) -> Callable[[float], float]:
    """The curve of `smooth` as a function of x, for points from left to right."""
    samples = [points[0]]
    for i in range(len(points) - 1):
        ends = (points[i], *_controls(points, i), points[i + 1])
        samples += [_bezier(ends, t / 12) for t in range(1, 13)]
    return line_of(samples)


def _bezier(ends: Sequence[Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x = sum(w * p[0] for w, p in zip(weights, ends, strict=True))
    y = sum(w * p[1] for w, p in zip(weights, ends, strict=True))
    return (x, y)


def line_of(points: Sequence[Point]) -> Callable[[float], float]:
    """Straight lines between the points, as a function of x; level beyond both ends."""

    def at(x: float) -> float:
        for (x0, y0), (x1, y1) in pairwise(points):
            if x0 <= x <= x1 and x1 > x0:
                return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        return points[0][1] if x < points[0][0] else points[-1][1]

    return at


def cut(shape: Sequence[Point], window: Sequence[Point]) -> list[Point]:
    """The part of a shape inside a convex window, whose points run clockwise on the screen.

    Sutherland-Hodgman clipping: cuts at each side of the window in turn. Done here and not with
    clip paths, because those need ids, and ids must be unique in a page.
    """
    out = list(shape)
    for a, b in pairwise([*window, window[0]]):
        out = _cut_side(out, a, b)
    return out


def _cut_side(shape: list[Point], a: Point, b: Point) -> list[Point]:
    def side(p: Point) -> float:
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

    out: list[Point] = []
    for p, q in zip(shape, shape[1:] + shape[:1], strict=True):
        s, t = side(p), side(q)
        if s >= 0:
            out.append(p)
        if s * t < 0:
            share = s / (s - t)
            out.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
    return out


def outline(points: Iterable[Point]) -> str:
    """Path data of straight lines from point to point."""
    placed = "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return f"M{placed}" if placed else ""


def polygon(points: Sequence[Point]) -> str:
    """Path data of a closed shape."""
    return outline(points) + "z" if points else ""
