"""Turns every exception into a problem document (games.api.problems)."""

import logging
import math
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from accounts.operation.database_errors import LATER, SOON, is_away, is_busy
from games.api import problems
from games.api.problems import MEDIA_TYPE
from games.refusals import Refused

log = logging.getLogger(__name__)
MAX_BYTES = 64 * 1024


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's exception handler: all errors have one format.

    Unexpected exceptions are logged with their traceback and answered as `server_error`.
    """
    set_rollback()
    refused = _as_refused(error)
    if refused is None:
        log.error("The API failed.", exc_info=error)
        refused = Refused("server_error")
    answer = _answer(problems.body(refused), _headers(error, refused))
    if refused.status == 401:  # RFC 9110, 15.5.2; also where a password was wrong
        answer.headers.setdefault("WWW-Authenticate", "Bearer")
    return answer


def _answer(data: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    return Response(data, data["status"], headers=headers, content_type=MEDIA_TYPE)


def _headers(error: Exception, refused: Refused) -> dict[str, str]:
    headers = {}
    if "retry_after" in refused.hint:
        headers["Retry-After"] = str(refused.hint["retry_after"])
    if asks_for := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = asks_for
    if refused.code == "bad_token":  # RFC 6750, section 3.1; so is the next
        headers["WWW-Authenticate"] = 'Bearer error="invalid_token"'
    if refused.code == "scope_missing":
        scope = refused.hint["scope"]
        headers["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{scope}"'
    return headers


def _seconds(error: exceptions.Throttled) -> int:
    return max(1, math.ceil(getattr(error, "wait", None) or 1))


SIMPLE: dict[type[Exception], str] = {
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.AuthenticationFailed: "bad_token",
    exceptions.NotFound: "not_found",
    Http404: "not_found",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
}


def _as_refused(error: Exception) -> Refused | None:
    if isinstance(error, Refused):
        return error
    for kind, code in SIMPLE.items():
        if isinstance(error, kind):
            return Refused(code)
    if is_busy(error):
        return Refused("busy", {"retry_after": SOON})
    if is_away(error):
        return Refused("unavailable", {"retry_after": LATER})
    return _as_detailed_refusal(error)


def _as_detailed_refusal(error: Exception) -> Refused | None:
    match error:
        case exceptions.ValidationError():
            return Refused("invalid", {"errors": _by_field(error.detail)})
        case exceptions.MethodNotAllowed():
            return Refused("method_not_allowed", given=error.args[0] if error.args else "this")
        case exceptions.Throttled():
            seconds = _seconds(error)
            return Refused("throttled", {"retry_after": seconds}, seconds=seconds)
        case exceptions.PermissionDenied():
            csrf = str(error.detail).startswith("CSRF")
            return Refused("csrf_failed" if csrf else "forbidden")
        case RequestDataTooBig():
            return Refused("body_too_large", {"most": MAX_BYTES}, most=MAX_BYTES)
        case TooManyFieldsSent():
            told = _("You can send at most %(most)s parameters.")
            most = {"most": settings.DATA_UPLOAD_MAX_NUMBER_FIELDS}
            return Refused("invalid", {"errors": {"parameters": [told % most]}})
    return None


def _by_field(detail: Any) -> dict[str, list[str]]:
    """Messages by field; those about the body as a whole under "body"."""
    if not isinstance(detail, dict):
        return {"body": _messages(detail)}
    return {
        "body" if field == "non_field_errors" else field: _messages(found)
        for field, found in detail.items()
    }


def _messages(found: Any) -> list[str]:
    if isinstance(found, dict):
        return [
            text if key == "non_field_errors" else f"{key}: {text}"
            for key, inner in found.items()
            for text in _messages(inner)
        ]
    return [str(text) for text in found] if isinstance(found, list) else [str(found)]
