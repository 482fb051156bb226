"""Parses request bodies, with limits, and the Idempotency-Key header."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, NoReturn
from urllib.parse import parse_qsl

from django.http import HttpRequest
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from games.api.errors import MAX_BYTES
from games.refusals import Refused, filled, reasons

DEEPEST = 8
KEY = re.compile(r'(?P<quote>"?)(?P<key>[A-Za-z0-9._~:+/=-]{1,64})(?P=quote)')
# NUL, which PostgreSQL can't store, and lone surrogates, which UTF-8 can't encode.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def refuse_large(request: HttpRequest) -> None:
    """Refuses a body that is too large by its Content-Length, before reading it."""
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        length = 0
    if length > MAX_BYTES:
        raise Refused("body_too_large", {"most": MAX_BYTES}, most=MAX_BYTES)


def idempotency_key(request: Request) -> str | None:
    """The header's value, bare or quoted as in the IETF draft. Raises `Refused`."""
    given = request.headers.get("Idempotency-Key")
    if given is None:
        return None
    match = KEY.fullmatch(given)
    if match is None:
        raise Refused("bad_key")
    return match["key"]


class StrictJson(BaseParser):
    """JSON (RFC 8259) in UTF-8: no NaN, no duplicate keys, limited depth, nothing unstorable."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Raises `Refused` ("malformed_json", "body_too_large")."""
        data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise Refused("body_too_large", {"most": MAX_BYTES}, most=MAX_BYTES)
        try:
            value = json.loads(
                data.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_no_field_twice
            )
        except RecursionError:
            raise malformed("too_deep") from None
        except UnicodeDecodeError:
            raise malformed("no_utf8") from None
        except json.JSONDecodeError as error:
            raise malformed("syntax", line=error.lineno, column=error.colno) from None
        except ValueError:
            raise malformed("too_many_digits") from None
        _check(value)
        return value


class StrictForm(BaseParser):
    """URL-encoded forms, which OAuth clients use; no duplicate fields."""

    media_type = "application/x-www-form-urlencoded"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Raises `Refused` ("malformed_json", "body_too_large")."""
        data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise Refused("body_too_large", {"most": MAX_BYTES}, most=MAX_BYTES)
        try:
            pairs = parse_qsl(data.decode(), True, errors="strict", max_num_fields=100)
        except ValueError:
            raise malformed("no_utf8") from None
        value = _no_field_twice(pairs)
        _check(value)
        return value


def malformed(reason: str, **where: int | str) -> Refused:
    """The refusal with its reason and its position in the body, in words and as a hint."""
    why = filled(reasons.JSON[reason], **where)
    return Refused("malformed_json", {"reason": reason, **where}, reason=why)


def _no_constant(name: str) -> NoReturn:
    raise malformed("no_number", given=name)


def _no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise malformed("twice")
    return found


def _check(value: Any, depth: int = 0) -> None:
    if depth > DEEPEST:
        raise malformed("too_deep")
    match value:
        case str():
            if UNSTORABLE.search(value):
                raise malformed("no_text")
        case dict():
            for key, inner in value.items():
                _check(key, depth + 1)
                _check(inner, depth + 1)
        case list():
            for inner in value:
                _check(inner, depth + 1)
