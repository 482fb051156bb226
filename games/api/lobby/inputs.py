"""Request bodies and query strings of tables, strict in their types and fields."""

from rest_framework import serializers

from games.api.parsing import Flag, Options, Pick, Strict, Text, Truth, Whole, Word
from games.models import MAX_OFFER, MAX_TABLE_NAME, Game, Seat
from games.pace import MAX_BANK, MAX_HOURS
from games.rules.registry import RULESETS
from games.services.lobby import deck_words, duplicate_tables, tables

_COUNTS = [count for rules in RULESETS.values() for count in rules.SEATS]
LEVELS = {"minimum": 1, "maximum": len(Seat.Level)}
SEATS = {"minimum": min(_COUNTS), "maximum": max(_COUNTS)}


class TableIn(Strict):
    """The settings of a new table; the ruleset determines the possible seats and options."""

    ruleset = Word(sorted(RULESETS))
    name = Text(max_length=MAX_TABLE_NAME)
    seats = Whole(max_value=100, shape=SEATS)
    options = Options(required=False)
    hours = Whole(
        required=False,
        shape={"minimum": 1, "maximum": MAX_HOURS},
        help_text="Time for each hand; by default 24.",
    )
    bank = Whole(
        required=False,
        shape={"maximum": MAX_BANK},
        help_text="Time bank in hours, to which each further hand adds `hours`; by default 0.",
    )
    most = Whole(
        required=False,
        shape={"maximum": MAX_BANK},
        help_text="Maximum of the bank in hours, no less than `bank` or `hours`; by default 0.",
    )
    weekends = Truth(required=False, help_text="Whether clocks run on weekends; by default true.")
    reliable = Whole(
        required=False,
        shape={"maximum": 100},
        help_text="Hands in time, of 100, required to join; by default 0.",
    )
    visibility = Pick(
        Game.Visibility.choices, required=False, help_text="Who finds it; by default public."
    )
    tells = Truth(
        required=False,
        help_text="Show who has answered before a hand is revealed; by default true.",
    )
    delay = Whole(
        required=False,
        shape={"maximum": tables.MAX_DELAY},
        help_text="Maximum random delay of a complete hand, in minutes, if `tells` is false; by "
        "default 0.",
    )
    offer = Whole(
        required=False,
        shape={"maximum": MAX_OFFER},
        help_text="Misses in a row until a bot takes over and the seat is offered, 0: never; by "
        "default 2.",
    )
    extensions = Truth(
        required=False, help_text="Whether each seat may extend one hand; by default true."
    )
    votes = Truth(
        required=False,
        help_text="Whether the players may vote to pause or cancel the game; by default true.",
    )
    rated = Truth(required=False, help_text="Whether it counts for ratings; by default true.")
    recalls = Truth(
        required=False,
        help_text="Show players the cards that they have seen before; by default true.",
    )
    chat = Word(
        Game.Chat.choices,
        required=False,
        help_text="Who may chat, and who may read it; by default players.",
    )
    duplicate = Whole(
        required=False,
        shape={"minimum": 1, "maximum": duplicate_tables.MAX_TABLES},
        help_text="Tables with the same deals, 1 to 4 (docs/duplicate.md); by default 1.",
    )
    bots = Whole(
        max_value=100,
        required=False,
        shape={"maximum": SEATS["maximum"] - 1},
        help_text="Bots that sit down at once; by default 0.",
    )
    level = Whole(
        required=False,
        allow_null=True,
        shape=LEVELS,
        help_text="Level of these bots, 1 to 8 (docs/bots.md); by default the light bot.",
    )
    policy = Word(
        Seat.Policy.choices,
        required=False,
        help_text="What is played if you miss a hand; by default as in your preferences.",
    )
    entropy = Text(
        max_length=deck_words.MAX_WORDS,
        required=False,
        allow_blank=True,
        help_text="Your words for the shuffle. They prove more if you set them afterwards, when "
        "you know the commitment (`PUT games/{code}/words`).",
    )


class JoinIn(Strict):
    """Invitation token, fallback and words for the shuffle; all optional."""

    link = Text(
        max_length=200, required=False, allow_blank=True, help_text="The token of an invitation."
    )
    policy = Word(
        Seat.Policy.choices,
        required=False,
        help_text="By default as in your preferences.",
    )
    entropy = Text(
        max_length=deck_words.MAX_WORDS,
        required=False,
        allow_blank=True,
        help_text="Your words for the shuffle.",
    )


class WordsIn(Strict):
    """Your words for the shuffle; empty for none."""

    entropy = Text(max_length=deck_words.MAX_WORDS, allow_blank=True)


class StartIn(Strict):
    """What to do with the free seats."""

    fill_with_bots = Truth(required=False, default=False)
    level = Whole(
        required=False,
        allow_null=True,
        shape=LEVELS,
        help_text="Level of those bots, as for a new table.",
    )


class PolicyIn(Strict):
    """What is played if you miss a hand, and whether e-mail replies are strict; omitted fields stay
    as they are.
    """

    policy = Word(Seat.Policy.choices, required=False)
    strict_mail = Truth(
        required=False, help_text="Whether you confirm e-mail replies that fail authentication."
    )


CURSOR = "^[a-z0-9]{0,12}$"


class PageQuery(Strict):
    """Paging through a list by cursor."""

    cursor = Text(
        max_length=12,
        required=False,
        allow_blank=True,
        default="",
        shape={"pattern": CURSOR},
        help_text="As in `next`.",
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)


class GamesQuery(PageQuery):
    """Filters and paging for games."""

    state = Pick([Game.State.OPEN, Game.State.RUNNING, Game.State.OVER], required=False)
    ruleset = Word(sorted(RULESETS), required=False)
    mine = Flag(default=False, help_text="Only your own games.")
    player = Text(
        max_length=60,
        required=False,
        allow_blank=True,
        default="",
        help_text="Only games of the player with this name.",
    )
    free = serializers.IntegerField(
        min_value=0, max_value=10, default=0, help_text="The least number of free seats."
    )
