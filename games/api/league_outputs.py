"""Query and response shapes for leagues, and the functions that fill them."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from games.api.parsing import Strict
from games.models import League, Season
from games.selectors.results.leagues import Group


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
    """The active leagues."""

    leagues = LeagueOut(many=True)


class PlayerOut(serializers.Serializer[Any]):
    """A player's points in a division."""

    name = serializers.CharField()
    points = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Finished games that count.")


class DivisionOut(serializers.Serializer[Any]):
    """A division: people, best first, and the codes of its tables."""

    division = serializers.IntegerField()
    people = PlayerOut(many=True)
    games = serializers.ListField(child=serializers.CharField())


class StandingOut(LeagueOut):
    """A league with one season: its divisions, and who has signed up for the next."""

    season = serializers.IntegerField(allow_null=True, help_text="null: none has begun.")
    state = serializers.CharField(allow_null=True)
    signed_up = serializers.ListField(
        child=serializers.CharField(), help_text="People signed up for the next season."
    )
    divisions = DivisionOut(many=True)


class SignedUpOut(serializers.Serializer[Any]):
    """Your sign-up."""

    league = serializers.CharField()
    season = serializers.IntegerField()


def league(one: League, coming: Season | None) -> dict[str, Any]:
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
