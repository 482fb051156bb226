"""The entry document with all URLs, and the guides to the API."""

from functools import cache
from pathlib import Path
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView
from games.api.schema.description import operation

AN_HOUR = "public, max-age=3600"
# URL names without parameters; below, URI templates (RFC 6570) by name.
COLLECTIONS = (
    "me", "moves", "my_games", "vacations", "preferences", "my_ignored", "my_friends", "wishes",
    "my_notices", "webhooks", "events", "event_stream", "leagues", "ratings", "token", "records",
    "rulesets", "games", "seats", "moderation", "problems", "sandbox", "sessions", "export",
    "my_reports", "my_bots",
)  # fmt: skip
ITEMS = {
    "game": "games/{code}",
    "log": "games/{code}/log",
    "hand": "games/{code}/hands/{number}",
    "bid": "games/{code}/hands/{number}/bid",
    "record": "games/{code}/record",
    "person": "people/{name}",
    "league": "leagues/{slug}",
    "problem": "problems/{problem}",
}
FOLDER = Path(__file__).resolve().parents[3] / "docs"
# The guides that are served: those that programs need, and those they link to.
TEXTS = (
    "api", "api-changelog", "bots-by-api", "bots", "duplicate", "fairness", "leagues", "moderating",
    "plans", "notices", "ratings", "records", "webhooks",
)  # fmt: skip


class RootOut(serializers.Serializer[Any]):
    """Absolute URLs and URI templates. Start here instead of building URLs yourself."""

    version = serializers.CharField(help_text="Of the API, as in its URLs.")
    schema = serializers.URLField(help_text="OpenAPI 3.1; `?format=json` for JSON.")
    docs = serializers.URLField(help_text="The schema as a web page.")
    guide = serializers.URLField(help_text="The guide, with a client in Python.")
    changelog = serializers.URLField(help_text="Changes, and our compatibility promise.")
    collections = serializers.DictField(child=serializers.URLField(), help_text="URLs by name.")
    items = serializers.DictField(
        child=serializers.CharField(), help_text="URI templates (RFC 6570) by name."
    )
    device = serializers.DictField(
        child=serializers.URLField(), help_text="The device flow (RFC 8628)."
    )


def example(root: str) -> dict[str, Any]:
    """The entry document of an installation at this root URL."""
    return {
        "version": "1",
        "schema": f"{root}/schema/",
        "docs": f"{root}/docs/",
        "guide": f"{root}/guide/api.md",
        "changelog": f"{root}/guide/api-changelog.md",
        "collections": {"games": f"{root}/games", "me": f"{root}/me", "records": f"{root}/records"},
        "items": {"game": f"{root}/games/{{code}}"},
        "device": {"code": f"{root}/device/code", "token": f"{root}/device/token"},
    }


class EntryView(BaseApiView):
    open_to_all = ("GET",)

    @extend_schema(tags=["entry"])
    @operation(
        "entry",
        RootOut,
        says="All URLs of the API",
        anybody=True,
        example=example("https://play.example.org/api/v1"),
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
        "collections": {name: _at(request, name) for name in COLLECTIONS},
        "items": {name: root + way for name, way in ITEMS.items()},
        "device": {name: _at(request, f"device_{name}") for name in ("code", "token")},
    }


def _at(request: Request, name: str, *args: str) -> str:
    return str(request.build_absolute_uri(reverse(f"api:{name}", args=args)))


class GuideView(BaseApiView):
    """Guides from docs/, as Markdown."""

    open_to_all = ("GET",)

    @extend_schema(exclude=True)
    def get(self, request: Request, name: str) -> HttpResponse:
        if name not in TEXTS:
            raise Http404
        # Browsers display plain text but would download Markdown.
        browser = "text/html" in request.headers.get("Accept", "")
        sort = "text/plain" if browser else "text/markdown"
        answer = HttpResponse(_text(name), f"{sort}; charset=utf-8")
        answer["Cache-Control"], answer["Vary"] = AN_HOUR, "Accept"
        return answer


@cache
def _text(name: str) -> bytes:
    return (FOLDER / f"{name}.md").read_bytes()
