"""Response shapes for absence, votes and offered seats, and the functions that fill them."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from games.api.schema.fields import TableOut
from games.models import Seat


class OfferedOut(serializers.Serializer[Any]):
    """A seat that anybody may take, with what can be known before taking it."""

    code = serializers.CharField()
    name = serializers.CharField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    before = serializers.CharField(allow_null=True, help_text="Who sat there.")
    since = serializers.DateTimeField()
    hand = serializers.IntegerField()
    hours = serializers.IntegerField(help_text="Time for each hand.")
    table = TableOut(help_text="What a spectator sees.")


class SeatsOut(serializers.Serializer[Any]):
    """Offered seats, latest first."""

    seats = OfferedOut(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="The `before` of the next page.")


def offered(seat: Seat) -> dict[str, Any]:
    """The fields of `OfferedOut`; the seat must have been fetched with its game."""
    game, user = seat.game, seat.user
    return {
        "code": game.code,
        "name": game.name,
        "ruleset": game.ruleset,
        "seat": seat.index,
        "before": user.name if isinstance(user, User) else None,
        "since": seat.absent_since,
        "hand": game.hand_number,
        "hours": game.hours,
        "table": game.table,
    }
