"""Error responses: 404; 500, or 503 if only the database is down."""

import logging
import sys

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseServerError
from django.shortcuts import render
from django.template import loader
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.csrf import requires_csrf_token
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer

from accounts.operation.database_errors import LATER, SOON, is_away, is_busy
from accounts.web.dead_links import DeadLink
from games.api.errors import handle
from games.api.problems import MEDIA_TYPE
from games.api.response_headers import OF_EVERY
from games.refusals import Refused

log = logging.getLogger(__name__)
API = "/api/v1/"
A_MINUTE = 60  # seconds; the page says "a minute"


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponseBase:
    """handler500. It uses neither the database nor the session, which may be what broke."""
    error = sys.exc_info()[1]
    if isinstance(error, Exception) and request.path.startswith(API):
        return _problem(error)
    if error is None or not (is_busy(error) or is_away(error)):
        return HttpResponseServerError(_page("500.html"))
    return _not_now(busy=is_busy(error))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler400: requests refused before any view, such as for an unknown host."""
    if request.path.startswith(API):
        if isinstance(exception, RequestDataTooBig):
            return _problem(exception)
        unread = _("We couldn’t read that request. Check its host and its headers.")
        return _problem(ValidationError({"request": [unread]}))
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler404. A link that no longer works has a page that says why."""
    if isinstance(exception, DeadLink):
        return render(request, "404.html", {"dead": str(exception)}, status=404)
    return defaults.page_not_found(request, exception)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """handler429: for the limits of pages about accounts, all of which are by the minute."""
    page = render(request, "429.html", status=429)
    page["Retry-After"] = str(A_MINUTE)
    return page


def busy(request: HttpRequest) -> HttpResponse:
    """503: nothing was stored, and the request can be repeated in a moment."""
    if not request.path.startswith(API):
        return _not_now(busy=True)
    answer = _problem(Refused("busy", {"retry_after": SOON}))
    answer["Retry-After"] = str(SOON)
    return answer


def _not_now(*, busy: bool) -> HttpResponse:
    page = _page("503.html", busy=busy)
    return HttpResponse(page, status=503, headers={"Retry-After": str(SOON if busy else LATER)})


def _page(name: str, **context: bool) -> str:
    return loader.get_template(name).render({"style": _style(), **context})


def _style() -> str:
    """The address of the styles; empty if `collectstatic` was forgotten: then no page has any."""
    try:
        return static("tideweb/css/base.css")
    except ValueError:
        log.error("Static files are missing. Run manage.py collectstatic, then restart web.")
        return ""


def _problem(error: Exception) -> HttpResponse:
    """A problem document for an error outside the API's own handler, such as in middleware."""
    found = handle(error, {})
    body = HttpResponse(JSONRenderer().render(found.data), status=found.status_code)
    for name, value in {**OF_EVERY, **found.headers}.items():
        body[name] = value
    body["Content-Type"] = MEDIA_TYPE
    return body
