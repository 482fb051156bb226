"""The web app manifest, the service worker, and the page that is shown offline."""

from pathlib import Path

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from games.web.refusals import TEXTS
from tideweb.pages import SitePage

WORKER = Path(__file__).parent / "static/tideweb/js/service-worker.js"
PAPER, DEEP = "#f6f2e8", "#0d3447"


class Offline(SitePage):
    """The offline page, cached by the service worker; it lists the cached tables, and shows what
    was written in a form that could not be sent."""

    template_name = "site/offline.html"
    extra_context = {"texts": " ".join(TEXTS), "nothing": [""]}


@require_safe
@cache_control(private=True, max_age=3600)
def manifest(_request: HttpRequest) -> JsonResponse:
    """The web app manifest (W3C), in the reader's language."""
    moves, new = reverse("moves"), reverse("game-new")
    return JsonResponse(
        {
            "id": "/",
            "name": "Tideweb",
            "short_name": "Tideweb",
            "description": _("Three card games of wind and water, played over days."),
            "lang": get_language(),
            "start_url": moves,
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": DEEP,
            "categories": ["games"],
            "icons": [
                _icon("app-192.png", "192x192"),
                _icon("app-512.png", "512x512"),
                _icon("app-maskable-512.png", "512x512", purpose="maskable"),
            ],
            "shortcuts": [
                {"name": _("Your moves"), "url": moves},
                {"name": _("Start a table"), "url": new},
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
@conditional_page
@cache_control(max_age=3600)
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, served from the root: its scope is limited to paths below its own.

    Its URL stays `/push-worker.js`, under which browsers have installed it. They ask on every page
    whether there is a newer one, so it has an ETag.
    """
    return HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")


@require_safe
def touch_icon(_request: HttpRequest) -> HttpResponseRedirect:
    """Redirects the path that iPhones request by default."""
    return HttpResponseRedirect(static("tideweb/icons/apple-touch-icon.png"))


def _icon(name: str, sizes: str, **more: str) -> dict[str, str]:
    return {"src": static(f"tideweb/icons/{name}"), "sizes": sizes, "type": "image/png", **more}
