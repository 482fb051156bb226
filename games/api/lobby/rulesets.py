"""The games that can be played."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView
from games.api.schema import examples
from games.api.schema.description import operation
from games.api.schema.fields import Numbers
from games.rules.base import Ruleset
from games.rules.registry import RULESETS
from games.wording import wording


class OptionOut(serializers.Serializer[Any]):
    """An option of a game."""

    name = serializers.CharField()
    type = serializers.ChoiceField(["boolean", "integer", "string"])
    default = serializers.JSONField()
    values = serializers.ListField(child=serializers.JSONField())


class RulesetOut(serializers.Serializer[Any]):
    """A game that can be played."""

    slug = serializers.CharField()
    title = serializers.CharField()
    version = serializers.IntegerField()
    seats = Numbers(help_text="The possible numbers of seats.")
    options = OptionOut(many=True)


class RulesetsOut(serializers.Serializer[Any]):
    """The games that can be played."""

    rulesets = RulesetOut(many=True)


class RulesetsView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "rulesets",
        RulesetsOut,
        says="The games that can be played, with their options",
        anybody=True,
        example=examples.RULESETS,
    )
    def get(self, request: Request) -> Response:
        found = [_ruleset(rules) for rules in RULESETS.values()]
        return Response({"rulesets": found})


TYPES = {bool: "boolean", int: "integer", str: "string"}


def _ruleset(rules: Ruleset) -> dict[str, Any]:
    return {
        "slug": rules.SLUG,
        "title": wording(rules.SLUG).title(),
        "version": rules.VERSION,
        "seats": list(rules.SEATS),
        "options": [
            {
                "name": option.name,
                "type": TYPES[type(option.default)],
                "default": option.default,
                "values": list(option.values),
            }
            for option in rules.OPTIONS
        ],
    }
