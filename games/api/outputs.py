"""Response shapes for the schema."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from games.api.game_view.outputs import BidReceiptOut, PeekOut
from games.api.rating_outputs import OwnRatingOut
from games.api.schema.fields import EventOut, FactsOut, Numbers, TableOut, Words
from games.models import Hand
from games.plans import Source


class AsidesOut(serializers.Serializer[Any]):
    asides = Words(help_text="What you may do out of turn now.")
    peek = PeekOut(allow_null=True, help_text="Your right to look at other cards in this stage.")


class TriedOut(serializers.Serializer[Any]):
    """What a plan answers in one hand."""

    hand = serializers.IntegerField()
    phase = serializers.CharField()
    answer = serializers.CharField(allow_null=True, help_text="null: you would be asked.")
    by = serializers.ChoiceField(
        list(Source), help_text="The queue, a follow-up to a card, a standing rule, or none."
    )
    given = serializers.CharField(allow_null=True, help_text="What you really answered.")


class PlanOut(serializers.Serializer[Any]):
    """A seat's plan, shown only to its owner."""

    plan = serializers.CharField(help_text="As you wrote it; empty if there is none.")
    left = serializers.CharField(help_text="What is left of it, in canonical form.")
    done = serializers.IntegerField(help_text="How many steps of its queue have been played.")
    changed_at = serializers.DateTimeField(allow_null=True)
    ask_forced = serializers.BooleanField(
        help_text="Whether you are asked even if only one answer is possible."
    )
    now = TriedOut(
        allow_null=True,
        help_text="Its answer in the open hand, if it was saved since that opened; otherwise null.",
    )


class RehearsalOut(serializers.Serializer[Any]):
    """What a plan would answer; nothing is stored."""

    plan = serializers.CharField(help_text="The plan in canonical form.")
    now = TriedOut(allow_null=True, help_text="null: you have nothing to answer in the open hand.")
    stage = serializers.IntegerField(help_text="The stage that `past` is about.")
    past = TriedOut(many=True)


class OpenedBidOut(serializers.Serializer[Any]):
    """A bid that everybody may see."""

    seat = serializers.IntegerField()
    bid = serializers.CharField()
    salt = serializers.CharField()


class EntryOut(serializers.Serializer[Any]):
    """An entry of the public log."""

    number = serializers.IntegerField()
    hand = serializers.IntegerField(help_text="The hand it belongs to; 0 before the first.")
    kind = serializers.CharField(help_text="made, joined, left, started, hand, aside, over.")
    data = FactsOut(  # type: ignore[assignment]
        help_text="For `hand`: `events` and the seats that `missed` it."
    )
    bids = OpenedBidOut(many=True, help_text="The opened bids of a resolved hand.")
    receipts = BidReceiptOut(many=True, help_text="The receipts of all its bids.")
    at = serializers.DateTimeField()


class LogOut(serializers.Serializer[Any]):
    """Entries of the public log in order."""

    entries = EntryOut(many=True)
    last = serializers.IntegerField(help_text="The number of the newest entry.")


class HandOut(serializers.Serializer[Any]):
    """A resolved hand."""

    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    phase = serializers.CharField()
    awaiting = Numbers()
    trigger = serializers.ChoiceField(Hand.Trigger.choices)
    opened_at = serializers.DateTimeField()
    resolved_at = serializers.DateTimeField()
    before = TableOut(help_text="The table when the hand opened.")
    after = TableOut(help_text="The table when the next one opened, or at the end.")
    events = serializers.ListField(child=EventOut())
    missed = Numbers()
    bids = OpenedBidOut(many=True)
    receipts = BidReceiptOut(many=True)


class MoveOut(serializers.Serializer[Any]):
    """A hand that is waiting for your answer."""

    code = serializers.CharField()
    name = serializers.CharField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    hand = serializers.IntegerField()
    phase = serializers.CharField()
    deadline = serializers.DateTimeField()


class MovesOut(serializers.Serializer[Any]):
    """The hands that are waiting for your answer."""

    moves = MoveOut(many=True)


class VacationOut(serializers.Serializer[Any]):
    """Days on which your clocks are stopped."""

    id = serializers.IntegerField()
    first = serializers.DateField()
    last = serializers.DateField()


class VacationsOut(serializers.Serializer[Any]):
    """Your current and future vacations."""

    vacations = VacationOut(many=True)
    left = serializers.IntegerField(help_text="Days you can still book this year.")


class PersonOut(serializers.Serializer[Any]):
    """A person's public profile; reliability is measured over the last 200 hands."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(User.Kind.choices)
    owner = serializers.CharField(
        allow_null=True, help_text="The owner of a bot that somebody wrote."
    )
    hands = serializers.IntegerField()
    in_time = serializers.IntegerField()
    share = serializers.IntegerField(
        allow_null=True, help_text="Hands in time, of 100; null while there are too few to say."
    )
    median_seconds = serializers.IntegerField(allow_null=True, help_text="Median time to answer.")
    ratings = OwnRatingOut(many=True)
