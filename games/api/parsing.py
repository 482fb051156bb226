"""Reading what comes in: JSON within bounds, and the Idempotency-Key."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.http import HttpRequest
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from games.api.errors import MOST_BYTES
from games.refusals import Refused

DEEPEST = 8
KEY = re.compile(r'(?P<quote>"?)(?P<key>[A-Za-z0-9._~:+/=-]{1,64})(?P=quote)')
# NUL, which PostgreSQL cannot store, and halves of characters, which UTF-8 cannot write.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def refuse_large(request: HttpRequest) -> None:
    """Refuses by its announced length a body that is too large, before a byte is read."""
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        length = 0
    if length > MOST_BYTES:
        raise Refused("body_too_large", {"most": MOST_BYTES}, most=MOST_BYTES)


def idempotency_key(request: Request) -> str | None:
    """The header's value, bare or quoted as the IETF draft writes it.  Raises `Refused`."""
    given = request.headers.get("Idempotency-Key")
    if given is None:
        return None
    match = KEY.fullmatch(given)
    if match is None:
        raise Refused("bad_key")
    return match["key"]


class StrictJson(BaseParser):
    """JSON as RFC 8259 has it, in UTF-8: no NaN, no field twice, no depths, nothing unstorable."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value.  Raises `Refused` ("malformed_json", "body_too_large")."""
        data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise Refused("body_too_large", {"most": MOST_BYTES}, most=MOST_BYTES)
        try:
            value = json.loads(
                data.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_no_field_twice
            )
        except RecursionError:
            raise malformed("it is nested too deeply") from None
        except UnicodeDecodeError:
            raise malformed("it is not UTF-8") from None
        except json.JSONDecodeError as error:
            raise malformed(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
        except ValueError as error:  # a number of thousands of digits
            raise malformed(str(error)[:100]) from None
        _check(value)
        return value


def malformed(reason: str) -> Refused:
    return Refused("malformed_json", reason=reason)


def _no_constant(name: str) -> NoReturn:
    raise malformed(f"{name} is not JSON")


def _no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise malformed("a field stands in it twice")
    return found


def _check(value: Any, depth: int = 0) -> None:
    if depth > DEEPEST:
        raise malformed("it is nested too deeply")
    match value:
        case str():
            if UNSTORABLE.search(value):
                raise malformed("it has a NUL or half a character")
        case dict():
            for key, inner in value.items():
                _check(key, depth + 1)
                _check(inner, depth + 1)
        case list():
            for inner in value:
                _check(inner, depth + 1)
