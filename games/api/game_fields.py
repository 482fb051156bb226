"""Fields whose shape is that of the game they are about (games.api.typed_games)."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api import typed_games


@extend_schema_field(typed_games.union("Observation"))
class TableOut(serializers.JSONField):
    """What somebody sees of the table, by game (`games.catalogue.*.shapes`)."""


@extend_schema_field(typed_games.union("Event"))
class EventOut(serializers.JSONField):
    """Something that happened, by game."""


@extend_schema_field(typed_games.facts())
class FactsOut(serializers.JSONField):
    """What an entry of the log tells."""


@extend_schema_field(typed_games.outcome())
class OutcomeOut(serializers.JSONField):
    """How a game ended."""
