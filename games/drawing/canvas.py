"""The element round every drawing: size, name for those who listen, escaping.

A drawing is either a picture, named by its ``<title>``, or an ornament, which is
hidden from assistive technology. No drawing carries an id: a page can hold any
number of them and nothing in it tells in which order they were made.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from .geometry import num


@dataclass(frozen=True)
class Canvas:
    """A view box and the width, in pixels, that a drawing has unless a style changes it."""

    box: str
    width: float
    height: float
    extra: str = ""

    def picture(self, body: str, title: str, css: str = "") -> SafeString:
        """A drawing that says something; ``title`` is escaped, ``body`` must be ours."""
        return self._svg(f'role="img"><title>{escape(title)}</title>{body}', css)

    def ornament(self, body: str, css: str = "") -> SafeString:
        """A drawing that repeats what the text beside it says."""
        return self._svg(f'aria-hidden="true" focusable="false">{body}', css)

    def draw(self, body: str, title: str | None, css: str = "") -> SafeString:
        """A picture if there is a title, else an ornament."""
        return self.picture(body, title, css) if title else self.ornament(body, css)

    def _svg(self, rest: str, css: str) -> SafeString:
        name = f' class="{escape(css.strip())}"' if css.strip() else ""
        size = f'width="{num(self.width)}" height="{num(self.height)}"'
        # mark_safe: every name and title was escaped above, and bodies are made of numbers.
        return mark_safe(  # noqa: S308
            f'<svg{name} viewBox="{self.box}" {size}{self.extra} {rest}</svg>'
        )


def paper(width: float, height: float, radius: float) -> str:
    """The paper of a card, under everything."""
    return (
        f'<rect width="{num(width)}" height="{num(height)}" rx="{num(radius)}"'
        ' fill="var(--card-face)"/>'
    )


def inset(x: float, y: float, width: float, height: float, body: str) -> str:
    """A body cut to a rectangle: an inner ``<svg>`` cuts at its edge without an id."""
    box = " ".join(map(num, (x, y, width, height)))
    return (
        f'<svg x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
        f' viewBox="{box}">{body}</svg>'
    )


def rim(width: float, height: float, edge: float, radius: float) -> str:
    """The paper edge of a card, with round inner corners, laid over the picture."""
    w, h, r = width - 2 * edge, height - 2 * edge, radius
    inner = (
        f"M{num(edge + r)} {num(edge)}h{num(w - 2 * r)}a{r} {r} 0 0 1 {r} {r}v{num(h - 2 * r)}"
        f"a{r} {r} 0 0 1-{r} {r}h-{num(w - 2 * r)}a{r} {r} 0 0 1-{r}-{r}v-{num(h - 2 * r)}"
        f"a{r} {r} 0 0 1 {r}-{r}z"
    )
    o = edge - 1.5
    outer = f"M{num(o)} {num(o)}H{num(width - o)}V{num(height - o)}H{num(o)}z"
    return f'<path d="{outer}{inner}" fill="var(--card-face)" fill-rule="evenodd"/>'
