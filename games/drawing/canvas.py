"""The element around every drawing: size, accessible name, escaping.

A drawing is either a picture, named by its ``<title>``, or an ornament, which is hidden from
assistive technology. No drawing has an id: a page can hold any number of them, and nothing in it
shows in which order they were made.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from .geometry import num


@dataclass(frozen=True)
class Canvas:
    """A view box, and the width in pixels that a drawing has unless a style changes it."""

    box: str
    width: float
    height: float
    extra: str = ""

    def picture(self, body: str, title: str, css: str = "") -> SafeString:
        """A drawing with a meaning. ``title`` is escaped, ``body`` must be ours."""
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


def rim(width: float, height: float, edge: float, radius: float, fill: str, gap: float = -2) -> str:
    """The paper edge of a card, laid over its picture, with round inner corners.

    It reaches from ``gap`` to ``edge``, measured from the border of the drawing; by default beyond
    the border, so that no picture shows there. Pictures are cropped this way because a clip path
    needs an id, and an inner ``<svg>`` is affected by page styles.
    """
    w, h, r = num(width - 2 * edge - 2 * radius), num(height - 2 * edge - 2 * radius), num(radius)
    inner = (
        f"M{num(edge + radius)} {num(edge)}h{w}a{r} {r} 0 0 1 {r} {r}v{h}a{r} {r} 0 0 1-{r} {r}"
        f"h-{w}a{r} {r} 0 0 1-{r}-{r}v-{h}a{r} {r} 0 0 1 {r}-{r}z"
    )
    outer = f"M{num(gap)} {num(gap)}H{num(width - gap)}V{num(height - gap)}H{num(gap)}z"
    return f'<path d="{outer}{inner}" fill="var(--{fill})" fill-rule="evenodd"/>'


def sky(lines: str) -> str:
    """The sky of a picture of 300 by 200, with wisps of cloud."""
    return (
        '<rect width="300" height="200" fill="var(--sky)"/>'
        f'<path d="{lines}" stroke="var(--ink)" stroke-opacity=".13"/>'
    )
