"""Response shapes for the schema."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from games.api.results.ratings import OwnRatingOut


class VacationOut(serializers.Serializer[Any]):
    """Days on which your clocks are stopped."""

    id = serializers.IntegerField()
    first = serializers.DateField()
    last = serializers.DateField()


class VacationsOut(serializers.Serializer[Any]):
    """Your current and future vacations."""

    vacations = VacationOut(many=True)
    left = serializers.IntegerField(help_text="Days you can still book this year.")


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
