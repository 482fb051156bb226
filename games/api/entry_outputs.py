"""The entry document with all URLs, and the guides to the API."""

from pathlib import Path
from typing import Any

from rest_framework import serializers

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
FOLDER = Path(__file__).resolve().parents[2] / "docs"
# The guides that are served: those that programs need, and those they link to.
TEXTS = (
    "api", "api-changelog", "bots-by-api", "bots", "duplicate", "leagues", "moderating", "plans",
    "notices", "ratings", "records", "webhooks",
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
