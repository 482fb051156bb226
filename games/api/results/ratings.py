"""Rating lists, and the history of a person's rating."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games import selectors
from games.api.base import BaseApiView, asked, known_ruleset, viewer
from games.api.parsing import Strict, Text, Word
from games.api.schema.description import operation
from games.models import Rating, RatingStep
from games.rating_math import MIN_RATED_GAMES
from games.refusals import Refused
from games.rules.registry import RULESETS
from games.selectors.results import ratings as reading
from games.selectors.results.ratings import Cursor

PAGE_SIZE = 50
RULESET = OpenApiParameter(
    "ruleset",
    {"type": "string", "minLength": 1, "maxLength": 20},
    OpenApiParameter.PATH,
    description="One of `rulesets`.",
)


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


RATED = {"name": "Marit", "rating": 1342, "provisional": False, "games": 9}
STEP = {
    "number": 812,
    "game": "k7m2xq9wphdz",
    "ended_at": "2026-11-20T18:42:00Z",
    "place": 1,
    "rating": 1342,
    "change": 31,
}


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


def _cursor(text: str) -> Cursor | None:
    cursor = Cursor.read(text)
    if text and cursor is None:
        raise Refused("bad_cursor")
    return cursor


class RatingsView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "ratings",
        RatingsOut,
        says="People by their rating in one game",
        query=RatingsQuery,
        refusals=["unknown_ruleset", "bad_cursor"],
        anybody=True,
        example={"ratings": [RATED], "next": None},
    )
    def get(self, request: Request) -> Response:
        query = asked(RatingsQuery, request)
        limit, after = query["limit"], _cursor(query["cursor"])
        found = reading.page_of_ratings(known_ruleset(query["ruleset"]), after, limit + 1)
        shown, following = found[:limit], None
        if len(found) > limit:
            here = request.build_absolute_uri()
            last = shown[-1]
            following = replace_query_param(here, "cursor", f"{last.shown}.{last.pk}")
        lines = [{"name": row.user.name, **figure(row)} for row in shown]
        return Response({"ratings": lines, "next": following})


class StepsView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "rating_steps",
        StepsOut,
        says="How each rated game changed a person's rating, newest first",
        query=StepsQuery,
        parameters=[RULESET],
        refusals=["unknown_ruleset"],
        anybody=True,
        example={"steps": [STEP], "next": None},
    )
    def get(self, request: Request, name: str, ruleset: str) -> Response:
        who, slug = selectors.access.person_named(name), known_ruleset(ruleset)
        before = asked(StepsQuery, request)["cursor"]
        found = reading.steps_of(who, slug, before, PAGE_SIZE + 1)
        shown, following = found[:PAGE_SIZE], None
        if len(found) > PAGE_SIZE:
            here = request.build_absolute_uri()
            following = replace_query_param(here, "cursor", shown[-1].number)
        seen = reading.visible_among(viewer(request), [one.rated.game for one in shown])
        steps = [step(one, one.rated.game_id in seen) for one in shown]
        return Response({"steps": steps, "next": following})
