"""Where everything is: the entry document, and the texts that explain the API."""

from pathlib import Path
from typing import Any

from rest_framework import serializers

# By their names, the addresses that need nothing to be filled in, and those that do (RFC 6570).
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
# What may be read here: those that programs need, and those that these name.
TEXTS = (
    "api", "api-changelog", "bots-by-api", "bots", "duplicate", "leagues", "moderating", "plans",
    "notices", "ratings", "records", "webhooks",
)  # fmt: skip


class RootOut(serializers.Serializer[Any]):
    """Addresses, whole: start here, and build none of your own."""

    version = serializers.CharField(help_text="Of the API: what stands in its addresses.")
    schema = serializers.URLField(help_text="OpenAPI 3.1; `?format=json` for JSON.")
    docs = serializers.URLField(help_text="The schema as a page.")
    guide = serializers.URLField(help_text="How it is meant, with a client in Python.")
    changelog = serializers.URLField(help_text="What changed for programs, and what we promise.")
    collections = serializers.DictField(
        child=serializers.URLField(), help_text="What there is, by its name."
    )
    items = serializers.DictField(
        child=serializers.CharField(), help_text="One of a kind: templates of addresses (RFC 6570)."
    )
    device = serializers.DictField(
        child=serializers.URLField(), help_text="How a program gets a key (RFC 8628)."
    )


def example(root: str) -> dict[str, Any]:
    """As an installation at this address answers."""
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
