"""Fields with a shape of their own; some depend on the game (`games.api.schema.typed_games`)."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.parsing import Options
from games.api.schema import typed_games


@extend_schema_field(OpenApiTypes.OBJECT)
class AnyObject(serializers.JSONField):
    """An object whose keys depend on the ruleset (docs/records.md)."""


@extend_schema_field(
    {"type": "object", "additionalProperties": Options.SHAPE["additionalProperties"]}
)
class OptionsPlayed(serializers.JSONField):
    """The options of a game with their values."""


@extend_schema_field(
    {
        "type": ["object", "null"],
        "additionalProperties": {"type": "array", "items": {"type": "string"}},
    }
)
class CardsBySeat(serializers.JSONField):
    """Cards by seat number, as strings; null where nobody looks."""


@extend_schema_field({"type": "array", "items": {"type": "integer"}})
class Numbers(serializers.ListField):
    child = serializers.IntegerField()


@extend_schema_field({"type": "array", "items": {"type": "string"}})
class Words(serializers.ListField):
    child = serializers.CharField()


@extend_schema_field(typed_games.union("Observation"))
class TableOut(serializers.JSONField):
    """The table as somebody sees it (`games.catalogue.*.shapes`)."""


@extend_schema_field(typed_games.union("Event"))
class EventOut(serializers.JSONField):
    """A game event."""


@extend_schema_field(typed_games.facts())
class FactsOut(serializers.JSONField):
    """The data of a log entry."""


@extend_schema_field(typed_games.outcome())
class OutcomeOut(serializers.JSONField):
    """How a game ended."""
