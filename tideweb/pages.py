"""The static pages, and choosing a language, or a light or dark theme."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.encoding import iri_to_uri
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import i18n
from django.views.decorators.http import require_POST
from django.views.generic import TemplateView

from accounts.security import network_fingerprints
from tideweb import replica

THEMES = ("light", "dark")
YEAR = 365 * 24 * 3600


class SitePage(TemplateView):
    """A static page; `nav` is its entry in the site's navigation."""

    nav = ""
    template_name = ""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs, nav=self.nav)


class Privacy(SitePage):
    """The privacy page; the retention periods come from the code that deletes the data."""

    template_name = "site/privacy.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            **kwargs,
            days=network_fingerprints.KEPT_FOR.days,
            session_cookie=settings.SESSION_COOKIE_NAME,
            csrf_cookie=settings.CSRF_COOKIE_NAME,
            wrote_cookie=replica.COOKIE if settings.DATABASE_ROUTERS else "",
        )


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Stores the theme in a cookie; any other value means following the device."""
    response = HttpResponseRedirect(_way_back(request))
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        response.set_cookie(
            "theme",
            theme,
            max_age=YEAR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Django's, but leads back to all of the address."""
    response: HttpResponse = i18n.set_language(request)
    if "Location" in response:
        response["Location"] = iri_to_uri(_way_back(request))
    return response


def _way_back(request: HttpRequest) -> str:
    """The page that was left. Those for signed-in people name only its path, but what they were
    asked for, such as whom to report, is in what the browser says.
    """
    way = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(way, {request.get_host()}, request.is_secure()):
        return "/"
    left, _, query = request.headers.get("Referer", "").partition("?")
    return f"{way}?{query}" if query and left == request.build_absolute_uri(way) else way
