"""What the API answers: the shapes, for the schema; `games.api.rendering` fills them."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User
from games.api.duplicate_outputs import SameDealsOut
from games.api.fields import Options
from games.api.game_fields import EventOut, FactsOut, OutcomeOut, TableOut
from games.api.rating_outputs import OwnRatingOut
from games.api.seat_outputs import AbsenceOut, HouseOut, TogetherOut
from games.models import Bid, Game, Hand, Seat
from games.plans import Source


@extend_schema_field(OpenApiTypes.OBJECT)
class AnyObject(serializers.JSONField):
    """An object whose keys each ruleset fixes (docs/records.md)."""


@extend_schema_field(
    {"type": "object", "additionalProperties": Options.SHAPE["additionalProperties"]}
)
class OptionsPlayed(serializers.JSONField):
    """The options of a game, each with its value."""


@extend_schema_field(
    {
        "type": ["object", "null"],
        "additionalProperties": {"type": "array", "items": {"type": "string"}},
    }
)
class CardsBySeat(serializers.JSONField):
    """Cards by the number of a seat, as text; null where nobody looks."""


@extend_schema_field({"type": "array", "items": {"type": "integer"}})
class Numbers(serializers.ListField):
    child = serializers.IntegerField()


@extend_schema_field({"type": "array", "items": {"type": "string"}})
class Words(serializers.ListField):
    child = serializers.CharField()


class SeatOut(AbsenceOut):
    """A seat and who sits there."""

    index = serializers.IntegerField(help_text="Counted from 0.")
    name = serializers.CharField(allow_null=True, help_text="null: the seat is free.")
    kind = serializers.ChoiceField(User.Kind.choices, allow_null=True)
    misses = serializers.IntegerField(help_text="Hands that this seat let pass.")
    level = serializers.IntegerField(
        allow_null=True,
        help_text="Of a bot, 1 to 8 (docs/bots.md); null: a light one, or none.",
    )


class PaceOut(serializers.Serializer[Any]):
    """What the table promises, in hours."""

    hours = serializers.IntegerField(help_text="For each hand; with a bank, what a hand adds.")
    bank = serializers.IntegerField(help_text="What a seat begins with; 0 without a bank.")
    most = serializers.IntegerField(help_text="The most that a bank holds.")
    weekends = serializers.BooleanField(help_text="Whether clocks run on weekends.")


class ForecastOut(serializers.Serializer[Any]):
    """When the game will probably end if it started now, at its people's habits."""

    first = serializers.DateTimeField()
    last = serializers.DateTimeField()


class SummaryOut(HouseOut):
    """A game as lists show it."""

    code = serializers.CharField(help_text="The game's name in addresses.")
    name = serializers.CharField()
    ruleset = serializers.CharField()
    options = OptionsPlayed()
    state = serializers.ChoiceField(Game.State.choices)
    visibility = serializers.ChoiceField(Game.Visibility.choices)
    hours = serializers.IntegerField(help_text="Time for each hand.")
    tells = serializers.BooleanField(
        help_text="Whether the table sees who has answered before a hand is turned."
    )
    delay = serializers.IntegerField(help_text="Most minutes that a full hand waits.")
    pace = PaceOut()
    reliable = serializers.IntegerField(help_text="Of 100 hands in time, asked of who joins.")
    forecast = ForecastOut(allow_null=True, help_text="Of open tables.")
    maker = serializers.CharField(allow_null=True)
    seats = SeatOut(many=True)
    free = serializers.IntegerField(help_text="Free seats.")
    seat = serializers.IntegerField(allow_null=True, help_text="Your seat, if you have one.")
    hand = serializers.IntegerField(allow_null=True, help_text="The hand that is open now.")
    deadline = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class PageOut(serializers.Serializer[Any]):
    """Some games, newest first."""

    games = SummaryOut(many=True)
    next = serializers.URLField(allow_null=True, help_text="The next page, older games.")


class BidReceiptOut(serializers.Serializer[Any]):
    """What commits to a bid (docs/fairness.md, section 4)."""

    seat = serializers.IntegerField()
    digest = serializers.CharField()


class ClockOut(serializers.Serializer[Any]):
    """The time of a seat, whether it has answered or not."""

    seat = serializers.IntegerField()
    deadline = serializers.DateTimeField()
    still_until = serializers.DateTimeField(
        allow_null=True, help_text="Until then the clock stands still; null while it runs."
    )


class OpenHandOut(serializers.Serializer[Any]):
    """The hand that waits for answers."""

    number = serializers.IntegerField()
    phase = serializers.CharField()
    state = serializers.ChoiceField(Hand.State.choices)
    awaiting = Numbers(help_text="The seats that owe an answer.")
    answered = Numbers(
        help_text="Those of them whose answer is in; only your own where the table does not tell."
    )
    receipts = BidReceiptOut(many=True, help_text="Of these answers, where the table tells.")
    opened_at = serializers.DateTimeField()
    deadline = serializers.DateTimeField(help_text="The latest of its clocks.")
    clocks = ClockOut(many=True)


class ReceiptOut(serializers.Serializer[Any]):
    """A sealed bid, told to its owner alone."""

    game = serializers.CharField()
    hand = serializers.IntegerField()
    seat = serializers.IntegerField()
    bid = serializers.CharField(help_text="In canonical notation.")
    salt = serializers.CharField(help_text="Hex; keep it to check `digest` later.")
    digest = serializers.CharField(help_text="The receipt: commits to all of the above.")
    changes = serializers.IntegerField(help_text="How often the bid was changed.")
    via = serializers.ChoiceField(
        Bid.Via.choices, help_text="How it came; `plan` and `forced`: without asking you."
    )
    follow = serializers.CharField(
        help_text="What the card is to do when its time comes (docs/plans.md); else empty."
    )
    placed_at = serializers.DateTimeField()
    deadline = serializers.DateTimeField()


class PeekOut(serializers.Serializer[Any]):
    seconds = serializers.IntegerField(help_text="How long the sand runs.")
    opened_at = serializers.DateTimeField(allow_null=True, help_text="When you turned it.")
    cards = CardsBySeat(
        allow_null=True, help_text="While the sand runs: cards by seat; null before and after."
    )


class AsidesOut(serializers.Serializer[Any]):
    asides = Words(help_text="What you may do out of turn now.")
    peek = PeekOut(allow_null=True, help_text="Your right to look at other cards in this stage.")


class DetailOut(SummaryOut, TogetherOut, SameDealsOut):
    """A game as you may see it."""

    rules_version = serializers.IntegerField()
    commitment = serializers.CharField(help_text="Binds the server to the deck (SHA-256, hex).")
    start = serializers.CharField(
        allow_null=True,
        help_text="Binds names, words, options and so every card (SHA-256, hex); null before.",
    )
    entropies = Words(allow_null=True, help_text="The seats' words; null before the start.")
    policy = serializers.ChoiceField(
        Seat.Policy.choices, allow_null=True, help_text="What is played if you miss a hand."
    )
    strict_mail = serializers.BooleanField(
        allow_null=True, help_text="Whether your mails wait here unless they are vouched for."
    )
    link = serializers.CharField(
        allow_null=True, help_text="For those who sit at an open table: its invitation."
    )
    open_hand = OpenHandOut(allow_null=True)
    observation = TableOut(
        allow_null=True, help_text="All that you may see; with `you` if you sit here."
    )
    legal = Words(help_text="What you may answer now, sorted; empty if you owe nothing.")
    own_bid = ReceiptOut(allow_null=True, help_text="Your sealed bid in the open hand.")
    asides = Words(help_text="What you may do out of turn now.")
    peek = PeekOut(allow_null=True, help_text="Your right to look at other cards in this stage.")
    outcome = OutcomeOut(allow_null=True)


class TriedOut(serializers.Serializer[Any]):
    """What a plan says in one hand."""

    hand = serializers.IntegerField()
    phase = serializers.CharField()
    answer = serializers.CharField(allow_null=True, help_text="null: you would be asked.")
    by = serializers.ChoiceField(
        list(Source), help_text="The queue, what follows a card, a standing rule, or none."
    )
    given = serializers.CharField(allow_null=True, help_text="What you did answer then.")


class PlanOut(serializers.Serializer[Any]):
    """A seat's plan, told to its owner alone."""

    plan = serializers.CharField(help_text="As it was written; empty without one.")
    left = serializers.CharField(help_text="What is left of it, in its canonical form.")
    done = serializers.IntegerField(help_text="Steps of its queue that are done.")
    changed_at = serializers.DateTimeField(allow_null=True)
    ask_forced = serializers.BooleanField(help_text="Asked also when one answer is possible.")
    now = TriedOut(
        allow_null=True,
        help_text="What it says in the open hand, if it was kept since that opened; else null.",
    )


class RehearsalOut(serializers.Serializer[Any]):
    """What a plan would do; nothing is stored."""

    plan = serializers.CharField(help_text="The plan in its canonical form.")
    now = TriedOut(allow_null=True, help_text="null: you owe nothing in the open hand.")
    stage = serializers.IntegerField(help_text="The stage of `past`.")
    past = TriedOut(many=True)


class OpenedBidOut(serializers.Serializer[Any]):
    """A bid that everybody may see."""

    seat = serializers.IntegerField()
    bid = serializers.CharField()
    salt = serializers.CharField()


class EntryOut(serializers.Serializer[Any]):
    """One public fact."""

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
    """Public facts in order."""

    entries = EntryOut(many=True)
    last = serializers.IntegerField(help_text="The newest entry there is.")


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
    """A hand that waits for you."""

    code = serializers.CharField()
    name = serializers.CharField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    hand = serializers.IntegerField()
    phase = serializers.CharField()
    deadline = serializers.DateTimeField()


class MovesOut(serializers.Serializer[Any]):
    """The hands that wait for you."""

    moves = MoveOut(many=True)


class VacationOut(serializers.Serializer[Any]):
    """Days on which your clocks stand still."""

    id = serializers.IntegerField()
    first = serializers.DateField()
    last = serializers.DateField()


class VacationsOut(serializers.Serializer[Any]):
    """Your vacations that are not over."""

    vacations = VacationOut(many=True)
    left = serializers.IntegerField(help_text="Days that you may still book this year.")


class PersonOut(serializers.Serializer[Any]):
    """A person's public record, from the last 200 hands."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(User.Kind.choices)
    owner = serializers.CharField(
        allow_null=True, help_text="Who answers for a bot that somebody wrote."
    )
    hands = serializers.IntegerField()
    in_time = serializers.IntegerField()
    share = serializers.IntegerField(
        allow_null=True, help_text="Of 100 hands in time; null while there are too few to say."
    )
    median_seconds = serializers.IntegerField(allow_null=True, help_text="Of the answer times.")
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
    seats = Numbers(help_text="The numbers of seats that it is played with.")
    options = OptionOut(many=True)


class RulesetsOut(serializers.Serializer[Any]):
    """The games that can be played."""

    rulesets = RulesetOut(many=True)


class InvitationOut(serializers.Serializer[Any]):
    """An address that was asked."""

    email = serializers.EmailField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class PolicyOut(serializers.Serializer[Any]):
    """Your seat and your choices."""

    seat = serializers.IntegerField()
    policy = serializers.ChoiceField(Seat.Policy.choices)
    strict_mail = serializers.BooleanField()
