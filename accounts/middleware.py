"""Middleware: the reader's language and time zone, suspensions, idle staff, and account pages."""

import time
import zoneinfo
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people import new_accounts, page_language, time_zones
from accounts.security import sessions
from accounts.security.fetched_ahead import is_ahead
from accounts.staff import audit_log

Handler = Callable[[HttpRequest], HttpResponse]


class PersonMiddleware:
    """Activates the language and time zone of the reader; place it after LocaleMiddleware and
    AuthenticationMiddleware.

    The language cookie of this browser wins over the profile; a time zone chosen in the profile
    wins over the browser's. Pages for signed-in people are never cached, not even by the browser:
    "back" must not show their cards after they have signed out. Those for anybody else have their
    language, their form's token and maybe a table by link, so no cache keeps them for others.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            with timezone.override(_zone(time_zones.guess(request))):
                response = self.get_response(request)
            _keep_from_shared_caches(response)
            return response
        new_accounts.follow(user, time_zones.of_browser(request))
        page_language.speak_to(request, user)
        with timezone.override(_zone(user.zone)):
            response = self.get_response(request)
        if request.method == "GET" and _is_page(response):
            sessions.renew(request, user)
        _keep_from_shared_caches(response, no_store=True)
        return response


class SuspendedMiddleware:
    """Shows suspended people why, and until when. They can still read the site's static pages,
    use the links in our e-mails about their address, download their data and sign out. Place it
    after PersonMiddleware.
    """

    OPEN = (
        "/rules", "/help/", "/privacy/", "/language/", "/theme/", "/letters/", "/healthz",
        "/static/", "/account/logout/", "/settings/data/", "/report/", "/api/",
        "/account/reauthenticate/", "/account/2fa/reauthenticate/",
        "/account/2fa/webauthn/reauthenticate/",
    )  # fmt: skip

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User) or not user.is_suspended:
            return self.get_response(request)
        if request.path.startswith(self.OPEN):
            return self.get_response(request)
        entry = audit_log.suspensions(user).first()
        why = audit_log.REASONS.get(entry.reason, "") if entry else ""
        context = {"entry": entry, "until": user.suspended_until, "why": why}
        return render(request, "panel/suspended.html", context, status=403)


class IdleStaffMiddleware:
    """Signs out staff who have been idle for STAFF_IDLE_MINUTES, so that a browser left open
    doesn't open the panel. What an open page asks for by itself keeps nobody signed in. Place it
    after MessageMiddleware.
    """

    SEEN_AT = "staff_seen_at"  # in the session, in seconds since 1970
    GRAIN = 60  # seconds between updates, so that not every page writes the session

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user, limit = request.user, settings.STAFF_IDLE_MINUTES * 60
        if limit and isinstance(user, User) and user.is_staff:
            now, first = time.time(), self.SEEN_AT not in request.session
            seen = request.session.get(self.SEEN_AT, now)
            if now - seen > limit:
                sessions.interrupt(request)
                messages.info(
                    request, _("You were signed out because nothing happened for a while.")
                )
            elif first or (now - seen > self.GRAIN and not _is_by_itself(request)):
                request.session[self.SEEN_AT] = now
        return self.get_response(request)


class LookingMiddleware:
    """Lets the pages about accounts answer HEAD as they answer GET, and refuses whatever else needs
    no token: their library counts anything but a GET as an attempt, for the network or the account,
    and then refuses the people there. Another site can have a browser ask by OPTIONS.
    Place it last; the others are still told that it is a HEAD.
    """

    ACCOUNT = "/account/"
    WITHOUT_TOKEN = ("HEAD", "OPTIONS", "TRACE")

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        looks = request.method in self.WITHOUT_TOKEN and request.path.startswith(self.ACCOUNT)
        if not looks:
            return self.get_response(request)
        if request.method != "HEAD":
            return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
        request.method = "GET"
        try:
            return self.get_response(request)
        finally:
            request.method = "HEAD"


def _keep_from_shared_caches(response: HttpResponse, **more: bool) -> None:
    """Unless its view has said who may keep it. Not every cache on the way heeds `Vary`."""
    if "Cache-Control" not in response:
        patch_cache_control(response, private=True, **more)


def _is_page(response: HttpResponse) -> bool:
    """Whether a browser reads it itself, with its cookies; not what an open page asks for."""
    return response.status_code == 200 and response.get("Content-Type", "").startswith("text/html")


def _is_by_itself(request: HttpRequest) -> bool:
    """Whether an open page asks for this, or it is fetched ahead, and nobody need be there."""
    live = "/pulse/" in request.path or "Tideweb-Live" in request.headers
    return live or is_ahead(request)


def _zone(name: str) -> zoneinfo.ZoneInfo:
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):  # a zone that no longer exists
        return zoneinfo.ZoneInfo("UTC")
