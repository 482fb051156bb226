"""Leagues: the list, a season, and signing up."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView, asked, person
from games.api.parsing import Strict
from games.api.schema.description import operation
from games.api.schema.fields import Words
from games.models import League, Season
from games.selectors.results import leagues as reading
from games.selectors.results.leagues import Group
from games.services.results import leagues

SLUG = OpenApiParameter(
    "slug",
    {"type": "string", "minLength": 1, "maxLength": 30},
    OpenApiParameter.PATH,
    description="The league's name in addresses.",
)


class SeasonQuery(Strict):
    """Which season; by default the current one, or the last."""

    season = serializers.IntegerField(min_value=1, max_value=30_000, default=None)


class LeagueOut(serializers.Serializer[Any]):
    """A league: its game and pace, the length of a season, and the next sign-up."""

    slug = serializers.CharField()
    name = serializers.CharField()
    ruleset = serializers.CharField()
    seats = serializers.IntegerField(help_text="Seats per table.")
    hours = serializers.IntegerField(help_text="Time for each hand.")
    days = serializers.IntegerField(help_text="Length of a season.")
    sign_up_until = serializers.DateTimeField(
        allow_null=True, help_text="When the next season begins; null: sign-up is closed."
    )


class LeaguesOut(serializers.Serializer[Any]):
    """The leagues that go on, or whose last season is being played."""

    leagues = LeagueOut(many=True)


class PlayerOut(serializers.Serializer[Any]):
    """A player's points in a division."""

    name = serializers.CharField()
    points = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Finished games that count.")


class DivisionOut(serializers.Serializer[Any]):
    """A division: people, best first (on equal points, whoever signed up first), and the codes of
    its tables."""

    division = serializers.IntegerField()
    people = PlayerOut(many=True)
    games = Words()


class StandingOut(LeagueOut):
    """A league with one season: its divisions, and who has signed up for the next."""

    season = serializers.IntegerField(allow_null=True, help_text="null: none has begun.")
    state = serializers.CharField(allow_null=True)
    signed_up = Words(help_text="People signed up for the next season.")
    divisions = DivisionOut(many=True)


class SignedUpOut(serializers.Serializer[Any]):
    """Your sign-up."""

    league = serializers.CharField()
    season = serializers.IntegerField()


def league_fields(one: League, coming: Season | None) -> dict[str, Any]:
    """The fields of `LeagueOut`."""
    return {
        "slug": one.slug,
        "name": one.name,
        "ruleset": one.ruleset,
        "seats": one.seats,
        "hours": one.hours,
        "days": one.days,
        "sign_up_until": coming.starts_at if coming else None,
    }


def divisions(groups: Sequence[Group]) -> list[dict[str, Any]]:
    """The `divisions` of `StandingOut`."""
    return [
        {
            "division": group.division,
            "people": [
                {"name": row.entry.user.name, "points": row.points, "games": row.games}
                for row in group.rows
            ],
            "games": [game.code for game in group.games],
        }
        for group in groups
    ]


LEAGUE = {
    "slug": "tides",
    "name": "Tides",
    "ruleset": "turn-the-tide",
    "seats": 4,
    "hours": 48,
    "days": 120,
    "sign_up_until": "2027-01-01T12:00:00Z",
}
STANDING = {
    **LEAGUE,
    "season": 2,
    "state": "running",
    "signed_up": ["Marit"],
    "divisions": [
        {
            "division": 1,
            "people": [{"name": "Joost", "points": 11, "games": 3}],
            "games": ["k7m2xq9wphdz"],
        }
    ],
}


class LeaguesView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "leagues",
        LeaguesOut,
        says="The leagues that go on, or whose last season is being played",
        anybody=True,
        example={"leagues": [LEAGUE]},
    )
    def get(self, request: Request) -> Response:
        found = []
        for league in reading.leagues():
            open_ = [s for s in league.seasons.all() if s.state == Season.State.OPEN]
            found.append(league_fields(league, open_[0] if open_ else None))
        return Response({"leagues": found})


class LeagueView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "league",
        StandingOut,
        says="A season of a league: its divisions, points and tables",
        query=SeasonQuery,
        parameters=[SLUG],
        refusals=["unknown_league"],
        anybody=True,
        example=STANDING,
    )
    def get(self, request: Request, slug: str) -> Response:
        league = reading.league_named(slug)
        season = reading.season_of(league, asked(SeasonQuery, request)["season"])
        coming = reading.sign_up_of(league)
        entries = reading.signed_up(coming) if coming else []
        data = {
            **league_fields(league, coming),
            "season": season.number if season else None,
            "state": season.state if season else None,
            "signed_up": [entry.user.name for entry in entries],
            "divisions": divisions(reading.standing_of(season) if season else []),
        }
        return Response(data)


class EntryView(BaseApiView):
    @operation(
        "join_league",
        SignedUpOut,
        scope="tables",
        makes=True,
        says="Sign up for the next season; repeating it changes nothing",
        parameters=[SLUG],
        refusals=["unknown_league", "no_season", "no_guests", "suspended"],
        example={"league": "tides", "season": 3},
    )
    def post(self, request: Request, slug: str) -> Response:
        entry = leagues.join(person(request), slug)
        return Response({"league": slug, "season": entry.season.number})

    @operation(
        "leave_league",
        None,
        scope="tables",
        says="Withdraw before the season begins",
        parameters=[SLUG],
        refusals=["unknown_league", "no_season"],
    )
    def delete(self, request: Request, slug: str) -> None:
        leagues.leave(person(request), slug)
