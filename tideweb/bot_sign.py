"""A drawn sign behind "(bot)", wherever a page shows the name of one.

Names stand in sentences, tables and boards, put together in many places, as plain words that are
the same in letters and over the API.  So it is drawn at the one place where all pages come by.
The words stay as they are, for whoever hears the page, searches it or copies from it.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

DRAWN = (
    b'<svg class="botmark" width="1em" height="1em" viewBox="0 0 16 16" aria-hidden="true"'
    b' fill="none" stroke="currentColor" stroke-width="1.5">'
    b'<path d="M8 4V1.5M3 4.5h10V13H3zM1 8v2M15 8v2M6 7v1.5M10 7v1.5M6 11h4"/></svg>'
)
# Behind a name, in what a page shows: not in a tag (which ends by ">" before the next begins), and
# not where only words may stand.
SHOWN = re.compile(
    rb"(?<=\S )\(bot\)(?=[^<>]*<(?!/(?:title|option|textarea|text|tspan|script|style|desc)\b))"
)
Respond = Callable[[HttpRequest], HttpResponseBase]


def bot_sign_middleware(respond: Respond) -> Respond:
    """Changes whole pages and parts of pages, before they are compressed."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        if isinstance(response, HttpResponse) and _is_page(response):
            response.content = SHOWN.sub(rb"\g<0>" + DRAWN, response.content)
            if response.has_header("Content-Length"):
                response["Content-Length"] = str(len(response.content))
        return response

    return answer


def _is_page(response: HttpResponse) -> bool:
    return response.get("Content-Type", "").startswith("text/html") and b"(bot)" in response.content
