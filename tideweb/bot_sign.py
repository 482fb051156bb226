"""Adds an icon after "(bot)" wherever a page shows the name of a bot.

Names appear in sentences, tables and boards that are composed in many places, as plain text that is
the same in e-mails and in the API. The icon is therefore added in the one place that all pages pass
through: the output of a template. The text itself stays, for screen readers, search and copying.
"""

import re
from typing import Any

from django.http import HttpRequest
from django.template.backends.django import DjangoTemplates, Template
from django.utils.safestring import SafeString, mark_safe

DRAWN = (
    '<svg class="botmark" width="1em" height="1em" viewBox="0 0 16 16" aria-hidden="true"'
    ' fill="none" stroke="currentColor" stroke-width="1.5">'
    '<path d="M8 4V1.5M3 4.5h10V13H3zM1 8v2M15 8v2M6 7v1.5M10 7v1.5M6 11h4"/></svg>'
)
# The rest of a text from its first name on. `shown` is the tag after it if icons may stand there:
# not within a tag, and not in elements that may contain only text. All names in a text are replaced
# at once, so that it is read once, however many it contains. The pattern begins with a fixed text,
# which is found quickly.
REST = re.compile(
    r"\(bot\)(?<=\S \(bot\))[^<>]*+"
    r"(?P<shown><(?!/(?:title|option|textarea|text|tspan|script|style|desc)\b)"
    r"(?:svg|span class=.nb.><svg)?)?"
)
# A name in it that has no icon yet. A comma or full stop after it belongs to the icon, or it could
# begin the next line.
NAME = re.compile(r"(?:\A|(?<=\S ))\(bot\)(?!<svg|<span class=.nb.><svg)([,.;:!?…]?)")
LETTERS = ("emails/", "account/email/")  # e-mails get no icon


class Pages(DjangoTemplates):
    """The template backend that adds the icon to names of bots on pages (TEMPLATES)."""

    def get_template(self, template_name: str) -> Template:
        """Pages and their parts get icons; e-mails are left as they are."""
        found = super().get_template(template_name)
        if not template_name.endswith(".html") or template_name.startswith(LETTERS):
            return found
        return Page(found.template, self)


class Page(Template):
    def render(
        self, context: dict[str, Any] | None = None, request: HttpRequest | None = None
    ) -> SafeString:
        return drawn(super().render(context, request))


def drawn(html: str) -> SafeString:
    """The output of a template, which is safe already, with icons added."""
    return mark_safe(REST.sub(_with_icons, html))  # noqa: S308


def _with_icons(rest: re.Match[str]) -> str:
    return NAME.sub(_with_icon, rest[0]) if rest["shown"] else rest[0]


def _with_icon(name: re.Match[str]) -> str:
    stop = name[1]
    return f'(bot)<span class="nb">{DRAWN}{stop}</span>' if stop else f"(bot){DRAWN}"
