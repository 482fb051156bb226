"""A drawn sign behind "(bot)", wherever a page shows the name of one.

Names stand in sentences, tables and boards, put together in many places, as plain words that are
the same in letters and over the API.  So it is drawn at the one place where all pages come by: in
what a template has made.  The words stay as they are, for whoever hears the page, searches it or
copies from it.
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
# Behind a name, in what a page shows: not in a tag (which ends by ">" before the next begins), not
# where only words may stand, and not twice.
SHOWN = re.compile(
    r"(?<=\S )\(bot\)(?!<svg)"
    r"(?=[^<>]*<(?!/(?:title|option|textarea|text|tspan|script|style|desc)\b))"
)
LETTERS = ("emails/", "account/email/")  # what cannot be drawn in a letter stays a word


class Pages(DjangoTemplates):
    """Named in TEMPLATES."""

    def get_template(self, template_name: str) -> Template:
        """Of a page or a part of one, with the sign; of a letter as it is."""
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
    """What a template has made, which is safe already, with the sign where it belongs."""
    return mark_safe(SHOWN.sub(r"\g<0>" + DRAWN, html))  # noqa: S308
