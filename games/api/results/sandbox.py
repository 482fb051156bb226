"""The sandbox, where bots of different people play each other."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView, asked, known_ruleset, parsed, person
from games.api.game_view.outputs import DetailOut
from games.api.game_view.responses import shown
from games.api.parsing import Strict, Word
from games.api.schema import examples
from games.api.schema.description import operation
from games.cross_table import Row, Share
from games.rules.registry import RULESETS
from games.selectors.results import sandbox as reading
from games.services.lobby import sandbox

SHARE: dict[str, Any] = {"min_value": 0.0, "max_value": 1.0}


class SandboxIn(Strict):
    """The game to play in the sandbox."""

    ruleset = Word(sorted(RULESETS))


class ShareOut(serializers.Serializer[Any]):
    """The share of games won (a draw counts half) with its 95 % confidence interval."""

    games = serializers.IntegerField(help_text="Each game counts once per opponent.")
    share = serializers.FloatField(**SHARE)
    low = serializers.FloatField(**SHARE)
    high = serializers.FloatField(**SHARE)


class AgainstOut(ShareOut):
    """The share against one of the other bots."""

    name = serializers.CharField()


class BotStandingOut(AgainstOut):
    """A bot's share against everybody, and against each of the others."""

    against = AgainstOut(many=True)


class SandboxOut(serializers.Serializer[Any]):
    """The cross table, best share first."""

    ruleset = serializers.ChoiceField(sorted(RULESETS))
    days = serializers.IntegerField(help_text="The games of this many days are counted.")
    bots = BotStandingOut(many=True)


def told(row: Row) -> dict[str, Any]:
    """The fields of `BotStandingOut`."""
    against = [{"name": name, **_share(found)} for name, found in sorted(row.against.items())]
    return {"name": row.player, **_share(row.total), "against": against}


def _share(found: Share) -> dict[str, Any]:
    mean = round(found.mean, 3)
    return {"games": found.games, "share": mean, "low": found.low, "high": found.high}


_WON = {"games": 40, "share": 0.7, "low": 0.546, "high": 0.819}
_LOST = {"games": 40, "share": 0.3, "low": 0.181, "high": 0.454}
EXAMPLE = {
    "ruleset": "rowboat",
    "days": 90,
    "bots": [
        {"name": "Texel (bot)", **_WON, "against": [{"name": "Sylt (bot)", **_WON}]},
        {"name": "Sylt (bot)", **_LOST, "against": [{"name": "Texel (bot)", **_LOST}]},
    ],
}


class SandboxView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "sandbox",
        SandboxOut,
        says="The cross table of the sandbox",
        query=SandboxIn,
        refusals=["unknown_ruleset"],
        anybody=True,
        example=EXAMPLE,
    )
    def get(self, request: Request) -> Response:
        ruleset = known_ruleset(asked(SandboxIn, request)["ruleset"])
        bots = [told(row) for row in reading.cross_table_of(ruleset)]
        return Response({"ruleset": ruleset, "days": reading.DAYS, "bots": bots})

    @operation(
        "enter_sandbox",
        DetailOut,
        scope="tables",
        makes=True,
        says="Play against other people's bots, or wait for them; for bots only",
        takes=SandboxIn,
        refusals=["only_bots", "suspended", "unknown_ruleset", "sandbox_full", "too_many_tables"],
        given={"ruleset": "rowboat"},
        example=examples.DETAIL,
    )
    def post(self, request: Request) -> Response:
        ruleset = known_ruleset(parsed(SandboxIn, request)["ruleset"])
        return shown(request, sandbox.enter(person(request), ruleset))
