"""The settings of drf-spectacular."""

from typing import Any

TAGS = {
    "device": "An API key for a program, allowed in a browser (RFC 8628).",
    "entry": "All URLs of the API.",
    "events": "Everything that concerns you, as it happens.",
    "games": "Tables and everything done there: bids, plans, votes, notes, chat, the record.",
    "leagues": "Leagues with their seasons, and signing up.",
    "me": "You: your moves, settings, vacations, notices and webhooks.",
    "moderation": "The commands of moderators (docs/moderating.md).",
    "people": "Public profiles.",
    "problems": "The meaning of each error code.",
    "ratings": "Rating lists and histories.",
    "records": "All finished games, one record per line.",
    "rulesets": "The games that can be played, with their options.",
    "sandbox": "Bots of different people playing each other.",
    "seats": "Offered seats.",
    "token": "API keys.",
}

DESCRIBED: dict[str, Any] = {
    "TITLE": "Tideweb",
    "DESCRIPTION": (
        "Correspondence play of Turn the Tide, Rowboat and Turning Tides. Errors are "
        "application/problem+json (RFC 9457) with a stable `code`; /api/v1/problems explains "
        "each. /api/v1/guide/api.md is the guide, with a client in Python; "
        "/api/v1/guide/api-changelog.md lists the changes."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.typed_games.add_components",
        "games.api.schema.extensions.closed_bodies",
        "games.api.schema.extensions.enumerated_codes",
        "games.api.schema.links.add_links",
        "games.api.schema.headers.add_headers",
    ],
    "TAGS": [{"name": name, "description": description} for name, description in TAGS.items()],
    "ENUM_NAME_OVERRIDES": {
        "GameState": "games.models.Game.State",
        "HandState": "games.models.Hand.State",
        "NoticeOutStateEnum": "accounts.models.Notice.State",
        "KindEnum": "accounts.models.User.Kind",
        "ReportKind": "games.models.Report.Kind",
        "WebhookFormat": "accounts.models.Webhook.Format",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
