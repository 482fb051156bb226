"""Reads what a request says: its body with limits, the fields of that, and the Idempotency-Key.

Nothing is converted (1 is not true, "3" is not 3), and nothing unknown is accepted.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import IO, Any, NoReturn
from urllib.parse import parse_qsl

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from accounts.security import cursors
from games.api.errors import MAX_BYTES
from games.refusals import Refused, filled, reasons

DEEPEST = 8
MAX_INTEGER = 2**31 - 1
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
            pairs = parse_qsl(data.decode(), True, errors="strict")
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


# ------------------------------------------------------------------ fields

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MAX_WORD_LENGTH = 40
CLOCK = re.compile(r"[0-9]{2}:[0-9]{2}")


class Shaped:
    """A field with additional JSON Schema keywords (`shape`) that the field itself doesn't check:
    the service does, and refuses with a code of its own (`games.api.schema.extensions`).
    """

    def __init__(self, *args: Any, shape: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.shape = dict(shape or {})


class Text(Shaped, serializers.CharField):
    """A JSON string; other types aren't converted."""

    default_error_messages = {"invalid": _("This must be text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class WrittenText(Text):
    """Text written by a person, unchanged, not empty, and at most `longest` characters.

    Both limits are checked by the service, which has refusal codes for them.
    """

    def __init__(self, longest: int, **options: Any) -> None:
        shape = {"maxLength": longest, "pattern": r"\S"}
        super().__init__(max_length=64 * 1024, trim_whitespace=False, shape=shape, **options)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        return "" if data == "" else super().run_validation(data)


class CursorText(Text):
    """Where to go on, as an answer before said it; empty to begin."""

    def __init__(self, **options: Any) -> None:
        shape = {"pattern": f"^([A-Za-z0-9_-]{{{cursors.LENGTH}}})?$"}
        where = {"max_length": cursors.LENGTH, "allow_blank": True, "default": ""}
        super().__init__(required=False, shape=shape, **where, **options)


class Word(Text):
    """One of a few words, which are listed in the schema but checked by the service."""

    def __init__(self, words: Iterable[Any], **options: Any) -> None:
        super().__init__(**options)
        self.words = list(words)

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data)[:MAX_WORD_LENGTH]


class Whole(Shaped, serializers.IntegerField):
    """A JSON integer: no string, fraction or boolean. Usually one that a column can store."""

    def __init__(self, *, min_value: int = 0, max_value: int = MAX_INTEGER, **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **options)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Truth(serializers.BooleanField):
    """A JSON boolean."""

    default_error_messages = {"invalid": _("This must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid")
        return bool(data)


class Day(serializers.DateField):
    """An ISO 8601 date."""

    default_error_messages = {"invalid": _("This must be a day, as in 2026-12-24.")}

    def to_internal_value(self, value: Any) -> date:
        if not isinstance(value, str) or not DAY.fullmatch(value):
            self.fail("invalid")
        return super().to_internal_value(value)


class Clock(Shaped, serializers.TimeField):
    """A time of day as HH:MM."""

    default_error_messages = {"invalid": _("This must be a time of day, as in 22:00.")}

    def to_internal_value(self, value: Any) -> time:
        if not isinstance(value, str) or not CLOCK.fullmatch(value):
            self.fail("invalid")
        return super().to_internal_value(value)


class Pick(serializers.ChoiceField):
    """One of a few words, checked here."""

    default_error_messages = {
        "invalid_choice": _("“{input}” isn’t possible here. Choose one of: {known}.")
    }

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=str(data)[:40])
        return str(super().to_internal_value(data[:80]))

    def fail(self, key: str, **words: Any) -> NoReturn:
        known = ", ".join(f"`{choice}`" for choice in self.choices)
        super().fail(key, known=known, **words)


class Flag(serializers.BooleanField):
    """A boolean in the query string."""

    default_error_messages = {"invalid": _("This must be true or false.")}


OBJECT = _("This must be an object.")


class Options(Shaped, serializers.DictField):
    """Options of a ruleset: a few names with small values, which the ruleset checks."""

    default_error_messages = {"not_a_dict": OBJECT}
    SHAPE: Mapping[str, Any] = {
        "maxProperties": 20,
        "propertyNames": {"maxLength": 40},
        "additionalProperties": {"type": ["boolean", "integer", "string"], "maxLength": 40},
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(shape=self.SHAPE, **options)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        found = super().to_internal_value(data)
        if len(found) > 20 or not all(map(self._is_small, found.items())):
            raise serializers.ValidationError(
                _("An option has a short name, and its value is true, false, a number or a word.")
            )
        return dict(found)

    @staticmethod
    def _is_small(option: tuple[str, Any]) -> bool:
        name, value = option
        if isinstance(value, int):
            return len(name) <= 40 and abs(value) < 2**31
        return len(name) <= 40 and isinstance(value, str) and len(value) <= 40


class Strict(serializers.Serializer[Any]):
    """A body or query string without unknown fields."""

    default_error_messages = {"invalid": OBJECT}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            refuse_unknown(data, self.fields)
        return super().to_internal_value(data)


def refuse_unknown(given: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Raises `Refused` ("unknown_fields"), naming the unknown and the known fields."""
    unknown = sorted(set(given) - set(known))
    if unknown:
        shown = [name[:40] for name in unknown[:10]]
        raise Refused(
            "unknown_fields",
            {"unknown": shown, "known": sorted(known)},
            given=", ".join(shown),
            known=", ".join(sorted(known)) or "—",
        )
