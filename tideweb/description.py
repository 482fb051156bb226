"""How the API describes itself: the settings of drf-spectacular."""

from typing import Any

DESCRIBED: dict[str, Any] = {
    "TITLE": "Tideweb",
    "DESCRIPTION": (
        "Correspondence play of Turn the Tide, Rowboat and Turning Tides. Errors are "
        "application/problem+json (RFC 9457) with a stable `code`; /api/v1/problems explains "
        "each. docs/api.md tells the rest, with a client in Python."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.describing.closed_bodies",
    ],
    "ENUM_NAME_OVERRIDES": {
        "GameState": "games.models.Game.State",
        "HandState": "games.models.Hand.State",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
