"""Leagues: the list, a season, and signing up."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import league_outputs as shapes
from games.api.base import BaseApiView, asked, nothing_in, person
from games.api.schema.description import operation
from games.models import Season
from games.selectors.results import leagues as reading
from games.services.results import leagues

SLUG = OpenApiParameter(
    "slug",
    {"type": "string", "minLength": 1, "maxLength": 30},
    OpenApiParameter.PATH,
    description="The league's name in addresses.",
)


class LeaguesView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "leagues",
        shapes.LeaguesOut,
        says="The active leagues",
        anybody=True,
        example={"leagues": [shapes.LEAGUE]},
    )
    def get(self, request: Request) -> Response:
        found = []
        for league in reading.leagues():
            open_ = [s for s in league.seasons.all() if s.state == Season.State.OPEN]
            found.append(shapes.league(league, open_[0] if open_ else None))
        return Response({"leagues": found})


class LeagueView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "league",
        shapes.StandingOut,
        says="A season of a league: its divisions, points and tables",
        query=shapes.SeasonQuery,
        parameters=[SLUG],
        refusals=["unknown_league"],
        anybody=True,
        example=shapes.STANDING,
    )
    def get(self, request: Request, slug: str) -> Response:
        league = reading.league_named(slug)
        season = reading.season_of(league, asked(shapes.SeasonQuery, request)["season"])
        coming = reading.sign_up_of(league)
        entries = reading.signed_up(coming) if coming else []
        data = {
            **shapes.league(league, coming),
            "season": season.number if season else None,
            "state": season.state if season else None,
            "signed_up": [entry.user.name for entry in entries],
            "divisions": shapes.divisions(reading.standing_of(season) if season else []),
        }
        return Response(data)


class EntryView(BaseApiView):
    @operation(
        "join_league",
        shapes.SignedUpOut,
        scope="tables",
        makes=True,
        says="Sign up for the next season; repeating it changes nothing",
        parameters=[SLUG],
        refusals=["unknown_league", "no_season", "no_guests", "suspended"],
        example={"league": "tides", "season": 3},
    )
    def post(self, request: Request, slug: str) -> Response:
        nothing_in(request)
        entry = leagues.join(person(request), slug)
        return Response({"league": slug, "season": entry.season.number})

    @operation(
        "leave_league",
        None,
        scope="tables",
        says="Withdraw before the season begins",
        status=204,
        parameters=[SLUG],
        refusals=["unknown_league", "no_season"],
    )
    def delete(self, request: Request, slug: str) -> Response:
        nothing_in(request)
        leagues.leave(person(request), slug)
        return Response(status=204)
