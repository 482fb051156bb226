"""Rating lists, and the history of a person's rating."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games import selectors
from games.api import rating_outputs
from games.api.base import BaseApiView, asked, known_ruleset, viewer
from games.api.schema import examples
from games.api.schema.description import NAME, operation
from games.refusals import Refused
from games.selectors.results import ratings as reading
from games.selectors.results.ratings import Cursor

PAGE_SIZE = 50
RULESET = OpenApiParameter(
    "ruleset",
    {"type": "string", "minLength": 1, "maxLength": 20},
    OpenApiParameter.PATH,
    description="One of `rulesets`.",
)


def _cursor(text: str) -> Cursor | None:
    shown, _dot, pk = text.partition(".")
    if not text:
        return None
    if not (shown.removeprefix("-").isdecimal() and pk.isdecimal()) or len(text) > 28:
        raise Refused("bad_cursor")
    cursor = Cursor(int(shown), int(pk))
    if abs(cursor.shown) >= 2**31 or cursor.pk >= 2**63:
        raise Refused("bad_cursor")
    return cursor


class RatingsView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "ratings",
        rating_outputs.RatingsOut,
        says="People by their rating in one game",
        query=rating_outputs.RatingsQuery,
        refusals=["unknown_ruleset", "bad_cursor"],
        anybody=True,
        example={"ratings": [examples.RATED], "next": None},
    )
    def get(self, request: Request) -> Response:
        query = asked(rating_outputs.RatingsQuery, request)
        limit, after = query["limit"], _cursor(query["cursor"])
        found = reading.page_of_ratings(known_ruleset(query["ruleset"]), after, limit + 1)
        shown, following = found[:limit], None
        if len(found) > limit:
            here = request.build_absolute_uri()
            last = shown[-1]
            following = replace_query_param(here, "cursor", f"{last.shown}.{last.pk}")
        lines = [{"name": row.user.name, **rating_outputs.figure(row)} for row in shown]
        return Response({"ratings": lines, "next": following})


class StepsView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "rating_steps",
        rating_outputs.StepsOut,
        says="How each rated game changed a person's rating, newest first",
        query=rating_outputs.StepsQuery,
        parameters=[NAME, RULESET],
        refusals=["unknown_person", "unknown_ruleset"],
        anybody=True,
        example={"steps": [examples.STEP], "next": None},
    )
    def get(self, request: Request, name: str, ruleset: str) -> Response:
        who, slug = selectors.access.person_named(name), known_ruleset(ruleset)
        before = asked(rating_outputs.StepsQuery, request)["cursor"]
        found = reading.steps_of(who, slug, before, PAGE_SIZE + 1)
        shown, following = found[:PAGE_SIZE], None
        if len(found) > PAGE_SIZE:
            here = request.build_absolute_uri()
            following = replace_query_param(here, "cursor", shown[-1].number)
        seen = reading.visible_among(viewer(request), [one.rated.game for one in shown])
        steps = [rating_outputs.step(one, one.rated.game_id in seen) for one in shown]
        return Response({"steps": steps, "next": following})
