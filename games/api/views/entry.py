"""The entry document with all URLs, and the guides."""

from functools import cache
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import entry_outputs
from games.api.base import BaseApiView
from games.api.schema.description import operation

AN_HOUR = "public, max-age=3600"


class EntryView(BaseApiView):
    open_to_all = ("GET",)

    @extend_schema(tags=["entry"])
    @operation(
        "entry",
        entry_outputs.RootOut,
        says="All URLs of the API",
        anybody=True,
        example=entry_outputs.example("https://play.example.org/api/v1"),
    )
    def get(self, request: Request) -> Response:
        answer = Response(_entry(request))
        answer["Link"] = (
            f'<{_at(request, "schema")}>; rel="service-desc", '
            f'<{_at(request, "docs")}>; rel="service-doc"'
        )
        return answer


def _entry(request: Request) -> dict[str, Any]:
    root = _at(request, "entry")
    return {
        "version": "1",
        "schema": _at(request, "schema"),
        "docs": _at(request, "docs"),
        "guide": _at(request, "guide", "api"),
        "changelog": _at(request, "guide", "api-changelog"),
        "collections": {name: _at(request, name) for name in entry_outputs.COLLECTIONS},
        "items": {name: root + way for name, way in entry_outputs.ITEMS.items()},
        "device": {name: _at(request, f"device_{name}") for name in ("code", "token")},
    }


def _at(request: Request, name: str, *args: str) -> str:
    return str(request.build_absolute_uri(reverse(f"api:{name}", args=args)))


class GuideView(BaseApiView):
    """Guides from docs/, as Markdown."""

    open_to_all = ("GET",)

    @extend_schema(exclude=True)
    def get(self, request: Request, name: str) -> HttpResponse:
        if name not in entry_outputs.TEXTS:
            raise Http404
        # Browsers display plain text but would download Markdown.
        browser = "text/html" in request.headers.get("Accept", "")
        sort = "text/plain" if browser else "text/markdown"
        answer = HttpResponse(_text(name), f"{sort}; charset=utf-8")
        answer["Cache-Control"], answer["Vary"] = AN_HOUR, "Accept"
        return answer


@cache
def _text(name: str) -> bytes:
    return (entry_outputs.FOLDER / f"{name}.md").read_bytes()
