"""People's public profiles."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games import reliability, selectors
from games.api.base import BaseApiView
from games.api.results.ratings import OwnRatingOut, figure
from games.api.schema import examples
from games.api.schema.description import operation
from games.selectors.results import ratings as reading


class PersonOut(serializers.Serializer[Any]):
    """A person's public profile; reliability is measured over the last 200 hands."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(User.Kind.choices)
    owner = serializers.CharField(
        allow_null=True, help_text="The owner of a bot that somebody wrote."
    )
    hands = serializers.IntegerField()
    in_time = serializers.IntegerField()
    share = serializers.IntegerField(
        allow_null=True, help_text="Hands in time, of 100; null while there are too few to say."
    )
    median_seconds = serializers.IntegerField(allow_null=True, help_text="Median time to answer.")
    ratings = OwnRatingOut(many=True)


class PersonView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "person",
        PersonOut,
        says="A person's public profile: how reliably and quickly they answer",
        anybody=True,
        example=examples.PERSON,
    )
    def get(self, request: Request, name: str) -> Response:
        who = selectors.access.person_named(name)
        return Response(_record(who))


def _owner(who: User) -> str | None:
    """None also of a bot that came here with a game from another server."""
    program = getattr(who, "program", None)
    return program.owner.name if program is not None else None


def _record(who: User) -> dict[str, Any]:
    habits = reliability.habits([who.pk])[who.pk]
    return {
        "name": who.name,
        "kind": who.kind,
        "owner": _owner(who),
        "hands": habits.hands,
        "in_time": habits.in_time,
        "share": habits.share,
        "median_seconds": round(habits.speed.median) if habits.speed else None,
        "ratings": [{"ruleset": row.ruleset, **figure(row)} for row in reading.ratings_of(who)],
    }
