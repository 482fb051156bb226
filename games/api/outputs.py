"""Response shapes for the schema; `games.api.rendering` produces the values."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from games.api.duplicate_outputs import SameDealsOut
from games.api.rating_outputs import OwnRatingOut
from games.api.schema.fields import (
    CardsBySeat,
    EventOut,
    FactsOut,
    Numbers,
    OptionsPlayed,
    OutcomeOut,
    TableOut,
    Words,
)
from games.api.seat_outputs import AbsenceOut, TableRulesOut, TogetherOut
from games.models import Bid, Game, Hand, Seat
from games.plans import Source


class SeatOut(AbsenceOut):
    """A seat and the person in it."""

    index = serializers.IntegerField(help_text="Counted from 0.")
    name = serializers.CharField(allow_null=True, help_text="null: the seat is free.")
    kind = serializers.ChoiceField(User.Kind.choices, allow_null=True)
    misses = serializers.IntegerField(help_text="Hands that this seat missed.")
    level = serializers.IntegerField(
        allow_null=True,
        help_text="Level of a bot, 1 to 8 (docs/bots.md); null for a light bot or a person.",
    )


class PaceOut(serializers.Serializer[Any]):
    """The pace of a table, in hours."""

    hours = serializers.IntegerField(help_text="For each hand; with a bank, added for each.")
    bank = serializers.IntegerField(help_text="The time bank at the start; 0 if there is none.")
    most = serializers.IntegerField(help_text="The maximum of a time bank.")
    weekends = serializers.BooleanField(help_text="Whether clocks run on weekends.")


class ForecastOut(serializers.Serializer[Any]):
    """When the game would probably end if it started now, given its players' usual speed."""

    first = serializers.DateTimeField()
    last = serializers.DateTimeField()


class SummaryOut(TableRulesOut):
    """A game as shown in lists."""

    code = serializers.CharField(help_text="Identifies the game in URLs.")
    name = serializers.CharField()
    ruleset = serializers.CharField()
    options = OptionsPlayed()
    state = serializers.ChoiceField(Game.State.choices)
    visibility = serializers.ChoiceField(Game.Visibility.choices)
    hours = serializers.IntegerField(help_text="Time for each hand.")
    tells = serializers.BooleanField(
        help_text="Whether the table can see who has answered before a hand is revealed."
    )
    delay = serializers.IntegerField(help_text="Minutes of random delay at most.")
    pace = PaceOut()
    reliable = serializers.IntegerField(help_text="Hands in time, of 100, required to join.")
    forecast = ForecastOut(allow_null=True, help_text="For open tables only.")
    maker = serializers.CharField(allow_null=True)
    seats = SeatOut(many=True)
    free = serializers.IntegerField(help_text="The number of free seats.")
    seat = serializers.IntegerField(allow_null=True, help_text="Your seat, if you have one.")
    hand = serializers.IntegerField(allow_null=True, help_text="The number of the open hand.")
    deadline = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class PageOut(serializers.Serializer[Any]):
    """A page of games, newest first."""

    games = SummaryOut(many=True)
    next = serializers.URLField(allow_null=True, help_text="The next page: older games.")


class BidReceiptOut(serializers.Serializer[Any]):
    """A commitment to a bid (docs/fairness.md, section 4)."""

    seat = serializers.IntegerField()
    digest = serializers.CharField()


class ClockOut(serializers.Serializer[Any]):
    """The clock of a seat, whether it has answered or not."""

    seat = serializers.IntegerField()
    deadline = serializers.DateTimeField()
    still_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when the clock is stopped; null while it runs."
    )


class OpenHandOut(serializers.Serializer[Any]):
    """The hand that is waiting for answers."""

    number = serializers.IntegerField()
    phase = serializers.CharField()
    state = serializers.ChoiceField(Hand.State.choices)
    awaiting = Numbers(help_text="The seats that have to answer.")
    answered = Numbers(
        help_text="Those that have answered; only your own seat if the table doesn't show it."
    )
    receipts = BidReceiptOut(many=True, help_text="Of these answers, if the table shows them.")
    opened_at = serializers.DateTimeField()
    deadline = serializers.DateTimeField(help_text="The latest of the clocks' deadlines.")
    clocks = ClockOut(many=True)


class ReceiptOut(serializers.Serializer[Any]):
    """A sealed bid, shown only to its owner."""

    game = serializers.CharField()
    hand = serializers.IntegerField()
    seat = serializers.IntegerField()
    bid = serializers.CharField(help_text="In canonical notation.")
    salt = serializers.CharField(help_text="Hex. Keep it to verify `digest` later.")
    digest = serializers.CharField(help_text="The receipt: a commitment to all of the above.")
    changes = serializers.IntegerField(help_text="How often the bid was changed.")
    via = serializers.ChoiceField(
        Bid.Via.choices, help_text="Where it came from; `plan` and `forced`: automatically."
    )
    follow = serializers.CharField(
        help_text="Planned answers that go with it (docs/plans.md); usually empty."
    )
    placed_at = serializers.DateTimeField()
    deadline = serializers.DateTimeField()


class PeekOut(serializers.Serializer[Any]):
    seconds = serializers.IntegerField(help_text="How long the sandglass runs.")
    opened_at = serializers.DateTimeField(allow_null=True, help_text="When you started it.")
    cards = CardsBySeat(
        allow_null=True, help_text="Cards by seat while the sandglass runs; null before and after."
    )


class AsidesOut(serializers.Serializer[Any]):
    asides = Words(help_text="What you may do out of turn now.")
    peek = PeekOut(allow_null=True, help_text="Your right to look at other cards in this stage.")


class DetailOut(SummaryOut, TogetherOut, SameDealsOut):
    """A game as you may see it."""

    rules_version = serializers.IntegerField()
    commitment = serializers.CharField(help_text="Commits the server to the deck (SHA-256, hex).")
    start = serializers.CharField(
        allow_null=True,
        help_text="Commits to names, words, options and so every card (SHA-256, hex); null before.",
    )
    entropies = Words(allow_null=True, help_text="The seats' words; null before the start.")
    policy = serializers.ChoiceField(
        Seat.Policy.choices, allow_null=True, help_text="What is played if you miss a hand."
    )
    strict_mail = serializers.BooleanField(
        allow_null=True, help_text="Whether you confirm unauthenticated e-mail replies."
    )
    link = serializers.CharField(
        allow_null=True, help_text="The link of an open table, for those who sit there."
    )
    open_hand = OpenHandOut(allow_null=True)
    observation = TableOut(
        allow_null=True, help_text="Everything you may see; includes `you` if you sit here."
    )
    legal = Words(help_text="Your legal answers, sorted; empty if you have nothing to answer.")
    own_bid = ReceiptOut(allow_null=True, help_text="Your sealed bid in the open hand.")
    asides = Words(help_text="What you may do out of turn now.")
    peek = PeekOut(allow_null=True, help_text="Your right to look at other cards in this stage.")
    outcome = OutcomeOut(allow_null=True)


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


class OptionOut(serializers.Serializer[Any]):
    """An option of a game."""

    name = serializers.CharField()
    type = serializers.ChoiceField(["boolean", "integer", "string"])
    default = serializers.JSONField()
    values = serializers.ListField(child=serializers.JSONField())


class RulesetOut(serializers.Serializer[Any]):
    """A game that can be played."""

    slug = serializers.CharField()
    title = serializers.CharField()
    version = serializers.IntegerField()
    seats = Numbers(help_text="The possible numbers of seats.")
    options = OptionOut(many=True)


class RulesetsOut(serializers.Serializer[Any]):
    """The games that can be played."""

    rulesets = RulesetOut(many=True)


class InvitationOut(serializers.Serializer[Any]):
    """An invitation that was sent."""

    email = serializers.EmailField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class PolicyOut(serializers.Serializer[Any]):
    """Your seat and its settings."""

    seat = serializers.IntegerField()
    policy = serializers.ChoiceField(Seat.Policy.choices)
    strict_mail = serializers.BooleanField()
