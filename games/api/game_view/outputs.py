"""Response shapes of a game, in lists and whole; `rendering` produces the values."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from games.api.schema.fields import CardsBySeat, Numbers, OptionsPlayed, OutcomeOut, TableOut, Words
from games.models import Bid, Game, Hand, Seat, Vote


class AbsenceOut(serializers.Serializer[Any]):
    """Whether a person plays the seat themselves."""

    absence = serializers.ChoiceField(
        ["", *Seat.Absence.values],
        help_text="`bot`: a bot plays for its person; `offered`: also, anybody may take the seat.",
    )


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
    """When the game would probably end if it started now, to the hour, by its players' speed."""

    first = serializers.DateTimeField()
    last = serializers.DateTimeField()


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


class TenureOut(serializers.Serializer[Any]):
    """Who held a seat, and from which hand to which."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    from_hand = serializers.IntegerField()
    until_hand = serializers.IntegerField(allow_null=True, help_text="null: until now.")


class TableVoteOut(serializers.Serializer[Any]):
    """A vote; it is carried out once all voters agree."""

    wish = serializers.ChoiceField(Vote.Wish.choices)
    seats = Numbers()


class TogetherOut(serializers.Serializer[Any]):
    """Votes, extensions and changes of seats."""

    voters = Numbers(help_text="The seats that may vote.")
    wishes = TableVoteOut(many=True)
    tenures = TenureOut(many=True, help_text="Only for seats that changed hands.")
    may_extend = serializers.BooleanField(help_text="Whether you may extend this hand.")


class SameDealsTableOut(serializers.Serializer[Any]):
    """A table with the same deals; nothing of its hands."""

    code = serializers.CharField()
    name = serializers.CharField()
    people = serializers.ListField(
        child=serializers.CharField(allow_null=True), help_text="Names by seat; null: free."
    )


class SameDealsOut(serializers.Serializer[Any]):
    """The tables that play the same deals (docs/duplicate.md)."""

    closed = serializers.BooleanField(
        help_text="Only its own seats may look until all tables with the same deals are over."
    )
    tables = SameDealsTableOut(
        many=True, help_text="In order, including this one; empty if there are none."
    )
    sisters = SameDealsTableOut(many=True, help_text="Deprecated: use `tables`, which is the same.")


class DetailOut(SummaryOut, TogetherOut, SameDealsOut):
    """A game as you may see it."""

    rules_version = serializers.IntegerField()
    commitment = serializers.CharField(help_text="Commits the server to the deck (SHA-256, hex).")
    start = serializers.CharField(
        allow_null=True,
        help_text="Commits to names, words, options and so every card (SHA-256, hex); null before.",
    )
    entropies = Words(allow_null=True, help_text="The seats' words; null before the start.")
    entropy = serializers.CharField(
        allow_null=True,
        allow_blank=True,
        help_text="Your own words at an open table, empty for none; otherwise null.",
    )
    policy = serializers.ChoiceField(
        Seat.Policy.choices, allow_null=True, help_text="What is played if you miss a hand."
    )
    strict_mail = serializers.BooleanField(
        allow_null=True, help_text="Whether you confirm unauthenticated e-mail replies."
    )
    link = serializers.CharField(
        allow_null=True,
        help_text="The `link` token of an open table, for those who sit there; otherwise, and in "
        "the sandbox, null.",
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
