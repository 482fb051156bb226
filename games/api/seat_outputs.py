"""Response shapes for absence, votes and offered seats, and the functions that fill them."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from games import selectors
from games.api.schema.fields import TableOut
from games.models import Game, Hand, Seat, SeatTenure, Vote
from games.selectors.access import Viewer


class AbsenceOut(serializers.Serializer[Any]):
    """Whether a person plays the seat themselves."""

    absence = serializers.ChoiceField(
        ["", *Seat.Absence.values],
        help_text="`bot`: a bot plays for its person; `offered`: also, anybody may take the seat.",
    )


class TableRulesOut(serializers.Serializer[Any]):
    """The rules of a table on absence, extensions and votes; fixed when it is created."""

    offer = serializers.IntegerField(
        help_text="Misses in a row until a bot takes over and the seat is offered; 0: never."
    )
    extensions = serializers.BooleanField(help_text="Whether each seat may extend one hand.")
    votes = serializers.BooleanField(
        help_text="Whether the players may vote to pause or cancel the game."
    )
    rated = serializers.BooleanField(
        help_text="Whether it counts for ratings (docs/ratings.md) if no bots play."
    )
    recalls = serializers.BooleanField(
        help_text="Whether `observation` keeps cards that were seen before and are face down now."
    )
    chat = serializers.ChoiceField(
        Game.Chat.choices, help_text="Who may write in the chat, and who may read it."
    )
    paused_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When all clocks were stopped; null if the game isn't paused.",
    )


class TenureOut(serializers.Serializer[Any]):
    """Who held a seat, and from which hand to which."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    from_hand = serializers.IntegerField()
    until_hand = serializers.IntegerField(allow_null=True, help_text="null: until now.")


class TableVoteOut(serializers.Serializer[Any]):
    """A vote; it is carried out once all voters agree."""

    wish = serializers.ChoiceField(Vote.Wish.choices)
    seats = serializers.ListField(child=serializers.IntegerField())


class TogetherOut(serializers.Serializer[Any]):
    """Votes, extensions and changes of seats."""

    voters = serializers.ListField(
        child=serializers.IntegerField(), help_text="The seats that may vote."
    )
    wishes = TableVoteOut(many=True)
    tenures = TenureOut(many=True, help_text="Only for seats that changed hands.")
    may_extend = serializers.BooleanField(help_text="Whether you may extend this hand.")


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


def table_rules(game: Game) -> dict[str, Any]:
    """The fields of `TableRulesOut`."""
    return {
        "offer": game.offer_after,
        "extensions": game.extensions,
        "votes": game.votes,
        "rated": game.rated,
        "recalls": game.recalls,
        "chat": game.chat,
        "paused_at": game.paused_at,
    }


def together(game: Game, hand: Hand | None, viewer: Viewer) -> dict[str, Any]:
    """The fields of `TogetherOut`."""
    votes = selectors.seats.occupancy.votes_of(game)
    return {
        "voters": list(votes.voters),
        "wishes": [{"wish": wish, "seats": list(by)} for wish, by in votes.wished.items()],
        "tenures": [
            _tenure(held)
            for each in selectors.seats.occupancy.tenures_of(game).values()
            for held in each
        ],
        "may_extend": selectors.seats.occupancy.may_extend(game, hand, viewer),
    }


def _tenure(held: SeatTenure) -> dict[str, Any]:
    return {
        "seat": held.seat.index,
        "name": held.user.name,
        "from_hand": held.from_hand,
        "until_hand": held.until_hand,
    }


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
