"""Request and response shapes for the sandbox."""

from typing import Any

from rest_framework import serializers

from games.api.parsing import Strict, Word
from games.cross_table import Row, Share
from games.rules.registry import RULESETS

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
