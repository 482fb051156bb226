"""Strict fields and bodies: 1 is not true, "3" is not 3, and what is unknown is refused by name."""

import re
from collections.abc import Mapping
from datetime import date, time
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.refusals import Refused

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
CLOCK = re.compile(r"[0-9]{2}:[0-9]{2}")


class Text(serializers.CharField):
    """A string, and nothing that merely could be written as one."""

    default_error_messages = {"invalid": _("This must be text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A JSON integer: no text, no fraction, no truth value."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Truth(serializers.BooleanField):
    """true or false."""

    default_error_messages = {"invalid": _("This must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid")
        return bool(data)


class Day(serializers.DateField):
    """A day as ISO 8601 writes it."""

    default_error_messages = {"invalid": _("This must be a day, as in 2026-12-24.")}

    def to_internal_value(self, value: Any) -> date:
        if not isinstance(value, str) or not DAY.fullmatch(value):
            self.fail("invalid")
        return super().to_internal_value(value)


class Clock(serializers.TimeField):
    """A time of day, to the minute."""

    default_error_messages = {"invalid": _("This must be a time of day, as in 22:00.")}

    def to_internal_value(self, value: Any) -> time:
        if not isinstance(value, str) or not CLOCK.fullmatch(value):
            self.fail("invalid")
        return super().to_internal_value(value)


class Pick(serializers.ChoiceField):
    """One of a few words."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=str(data)[:40])
        return str(super().to_internal_value(data[:80]))


class Flag(serializers.BooleanField):
    """true or false in an address."""

    default_error_messages = {"invalid": _("This must be true or false.")}


OBJECT = _("This must be an object.")


class Options(serializers.DictField):
    """Options of a ruleset: a few names with small values; the ruleset checks them itself."""

    default_error_messages = {"not_a_dict": OBJECT}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        found = super().to_internal_value(data)
        if len(found) > 20 or not all(map(self._is_small, found.items())):
            raise serializers.ValidationError(
                _("An option has a short name, and true, false, a number or a word as its value.")
            )
        return dict(found)

    @staticmethod
    def _is_small(option: tuple[str, Any]) -> bool:
        name, value = option
        if isinstance(value, int):
            return len(name) <= 40 and abs(value) < 2**31
        return len(name) <= 40 and isinstance(value, str) and len(value) <= 40


class Strict(serializers.Serializer):
    """A body (or query) whose fields are all known."""

    default_error_messages = {"invalid": OBJECT}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            refuse_unknown(data, self.fields)
        return super().to_internal_value(data)


def refuse_unknown(given: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Raises `Refused` ("unknown_fields"), naming them and those that there are."""
    unknown = sorted(set(given) - set(known))
    if unknown:
        shown = [name[:40] for name in unknown[:10]]
        raise Refused(
            "unknown_fields",
            {"unknown": shown, "known": sorted(known)},
            given=", ".join(shown),
            known=", ".join(sorted(known)) or "—",
        )
