"""Query and response shapes for ratings."""

from typing import Any

from rest_framework import serializers

from games.api.parsing import Strict, Text, Word
from games.models import Rating, RatingStep
from games.rating_math import MIN_RATED_GAMES
from games.rules.registry import RULESETS


class RatingsQuery(Strict):
    """The game, and paging."""

    ruleset = Word(sorted(RULESETS))
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)
    cursor = Text(
        max_length=28,
        default="",
        allow_blank=True,
        shape={"pattern": r"^(-?[0-9]{1,10}\.[0-9]{1,19})?$"},
    )


class StepsQuery(Strict):
    """Which part of a history: games before this number."""

    cursor = serializers.IntegerField(min_value=1, max_value=2**53, default=None)


class FigureOut(serializers.Serializer[Any]):
    """A rating in one game, and whether it is provisional."""

    rating = serializers.IntegerField(help_text="Everybody starts at 1000; see docs/ratings.md.")
    provisional = serializers.BooleanField(help_text="True for fewer than six rated games.")
    games = serializers.IntegerField(help_text="The number of rated games.")


class RatedOut(FigureOut):
    """One person in the rating list."""

    name = serializers.CharField()


class OwnRatingOut(FigureOut):
    """A person's rating in one game."""

    ruleset = serializers.CharField()


class RatingsOut(serializers.Serializer[Any]):
    """People by rating, strongest first."""

    ratings = RatedOut(many=True)
    next = serializers.URLField(allow_null=True, help_text="URL of the next page.")


class StepOut(serializers.Serializer[Any]):
    """How a game changed the rating."""

    number = serializers.IntegerField(help_text="The order in which games were rated.")
    game = serializers.CharField(
        allow_null=True, help_text="null for other people's private tables."
    )
    ended_at = serializers.DateTimeField()
    place = serializers.IntegerField()
    rating = serializers.IntegerField(help_text="The rating after the game.")
    change = serializers.IntegerField()


class StepsOut(serializers.Serializer[Any]):
    """The history of a rating, newest first."""

    steps = StepOut(many=True)
    next = serializers.URLField(allow_null=True, help_text="The next page: older games.")


def figure(rating: Rating) -> dict[str, Any]:
    """The fields of `FigureOut`."""
    return {
        "rating": rating.shown,
        "provisional": rating.games < MIN_RATED_GAMES,
        "games": rating.games,
    }


def step(one: RatingStep, named: bool) -> dict[str, Any]:
    """The fields of `StepOut`; `named` if the caller may know the game."""
    return {
        "number": one.number,
        "game": one.rated.game.code if named else None,
        "ended_at": one.rated.game.ended_at,
        "place": one.place,
        "rating": one.shown,
        "change": one.change,
    }
