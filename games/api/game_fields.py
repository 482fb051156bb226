"""Fields whose shape depends on the game (games.api.typed_games)."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api import typed_games


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
