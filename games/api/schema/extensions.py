"""What drf-spectacular can't infer: limits checked by services, authentication and error codes."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_choice_field
from rest_framework import serializers

from accounts.security import api_keys, scopes
from games.api.parsing import Clock, Shaped, Text, Word
from games.api.problems import MEDIA_TYPE

CLOCK = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
Shape = dict[str, Any]


class ShapedField(OpenApiSerializerFieldExtension):
    """Adds what our fields refuse, and what the services behind them refuse."""

    target_class = Shaped
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> Shape:
        field = self.target
        found = auto_schema._map_serializer_field(field, direction, bypass_extensions=True)
        if isinstance(field, Clock):  # the format "time" would require seconds and a zone
            found.pop("format", None)
        if isinstance(found.get("type"), list):  # null is added again elsewhere
            found["type"] = found["type"][0]
        return {**found, **_strictness(field), **field.shape}


def _strictness(field: Any) -> Shape:
    match field:
        case Word():
            return build_choice_field(serializers.ChoiceField(field.words))
        case Clock():
            return {"pattern": CLOCK}
        case Text() if not field.allow_blank:
            return {"minLength": 1, **({"pattern": r"\S"} if field.trim_whitespace else {})}
    return {}


class TokenScheme(OpenApiAuthenticationExtension):
    """`Authorization: Bearer …`."""

    target_class = "accounts.security.api_keys.HashedTokenAuthentication"
    name = "token"
    priority = 1

    def get_security_definition(self, auto_schema: AutoSchema) -> Shape:
        known = "\n".join(f"* `{scope}`: {means}" for scope, means in scopes.SCOPES.items())
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": f"{api_keys.PREFIX}…",
            "description": "What `POST /api/v1/token` or the page Settings gives you, as "
            "`Authorization: Bearer KEY`. `Token KEY` is the same. Each operation names the "
            f"scope that a key needs for it; every key may read.\n\n{known}",
        }

    def get_security_requirement(self, auto_schema: AutoSchema) -> Shape:
        """Lists the scope as a role, which OpenAPI 3.1 allows for any scheme."""
        view = getattr(auto_schema.view, auto_schema.method.lower())
        scope = getattr(view, "scope", "")
        return {self.name: [scope] if scope else []}


class SessionScheme(OpenApiAuthenticationExtension):
    """The session cookie of a browser."""

    target_class = "rest_framework.authentication.SessionAuthentication"
    name = "session"
    priority = 1

    def get_security_definition(self, auto_schema: AutoSchema) -> Shape:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The session of a browser that is signed in, for pages of this site. "
            "What changes something needs the CSRF token as the header `X-CSRFToken`.",
        }


def closed_bodies(result: Shape, **_more: Any) -> Shape:
    """Schema hook: request bodies allow no additional properties."""
    for name, shape in result["components"]["schemas"].items():
        if name.endswith("In"):
            shape["additionalProperties"] = False
    return result


def enumerated_codes(result: Shape, **_more: Any) -> Shape:
    """Schema hook: restricts the problems of an operation to its documented codes.

    The enum is put beside the reference, where validators see it. Generated clients keep `code` as
    a string, so codes added later don't break them.
    """
    operations = (found for path in result["paths"].values() for found in path.values())
    for operation in operations:
        for answer in operation["responses"].values():
            media = answer.get("content", {}).get(MEDIA_TYPE)
            if media is not None:
                codes = [example["value"]["code"] for example in media["examples"].values()]
                media["schema"] |= {"properties": {"code": {"enum": codes}}}
    return result
