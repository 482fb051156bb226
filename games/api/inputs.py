"""What the API takes: bodies and queries, strict in their types and fields."""

from typing import Any

from django.conf import settings

from accounts.models import User, Webhook
from accounts.notifications import preferences
from accounts.security import safe_http
from games.api.fields import Clock, Day, Options, Pick, Said, Strict, Text, Truth, Whole, Word
from games.models import MAX_OFFER, Game, Seat, Vote
from games.pace import MAX_BANK, MAX_HOURS
from games.plans import MAX_BYTES
from games.rules.registry import RULESETS
from games.services.lobby import duplicate_tables, tables
from games.services.talk import chat, notes

MAX_BID_LENGTH = 200
FAR = 2**31 - 1
_COUNTS = [count for rules in RULESETS.values() for count in rules.SEATS]
LEVELS = {"minimum": 1, "maximum": len(Seat.Level)}
SEATS = {"minimum": min(_COUNTS), "maximum": max(_COUNTS)}


class ProfileIn(Strict):
    """What others at the table call me, and where and how I read."""

    name = Text(max_length=30, required=False)
    zone = Text(max_length=40, required=False, help_text="IANA, such as Europe/Amsterdam.")
    language = Pick(settings.LANGUAGES, required=False)
    quiet_from = Clock(required=False, allow_null=True, help_text="22:00; null for none.")
    quiet_to = Clock(required=False, allow_null=True, help_text="07:00; at most 12 hours later.")


class BotIn(Strict):
    """What a bot of mine is called."""

    name = Text(max_length=24, help_text="“(bot)” is put behind it.")


class DeletionIn(Strict):
    """That it is me, and that I mean it."""

    name = Text(max_length=30, help_text="Mine, to be sure.")
    password = Text(max_length=1024, trim_whitespace=False)
    code = Text(
        max_length=40,
        required=False,
        allow_blank=True,
        default="",
        help_text="A second factor, if you have one.",
    )


class WaysIn(Strict):
    """By which ways I get a kind of notice."""

    mail = Truth(required=False)
    site = Truth(required=False)
    push = Truth(required=False)
    hook = Truth(required=False)


def _kinds() -> dict[str, WaysIn]:
    return {kind.slug: WaysIn(required=False) for kind in preferences.optional_kinds()}


ChannelsIn = type("ChannelsIn", (Strict,), {**_kinds(), "__doc__": "By kind of notice."})


class NoticePreferencesIn(Strict):
    """What I am told, by which ways, and when."""

    channels = ChannelsIn(required=False)
    remind_hours = Whole(
        min_value=1,
        max_value=preferences.MAX_REMINDER_HOURS,
        required=False,
        allow_null=True,
        help_text="Before the deadline; null: when a fifth of the time is left.",
    )
    digest = Pick(User.Digest.choices, required=False)
    digest_hour = Whole(min_value=0, max_value=23, required=False, help_text="Of the daily one.")


class HookIn(Strict):
    """Where to call."""

    url = Text(
        max_length=safe_http.MAX_URL_LENGTH,
        shape={"format": "uri", "pattern": "^https://"},
        help_text="https only, on a public host.",
    )
    format = Pick(
        Webhook.Format.choices,
        default=Webhook.Format.TIDEWEB,
        help_text="What it is: a program of yours, or a chat that shows what it is sent.",
    )


class VacationIn(Strict):
    """Days on which my clocks stand still, both included."""

    first = Day()
    last = Day()


class TableIn(Strict):
    """What a table is to be; the game itself says which seats and options it has."""

    ruleset = Word(sorted(RULESETS))
    name = Text(max_length=40)
    seats = Whole(min_value=0, max_value=100, shape=SEATS)
    options = Options(required=False)
    hours = Whole(
        min_value=0,
        max_value=FAR,
        required=False,
        shape={"minimum": 1, "maximum": MAX_HOURS},
        help_text="Time for each hand.",
    )
    bank = Whole(
        min_value=0,
        max_value=FAR,
        required=False,
        shape={"maximum": MAX_BANK},
        help_text="Hours; `hours` adds to it by hand.",
    )
    most = Whole(
        min_value=0,
        max_value=FAR,
        required=False,
        shape={"maximum": MAX_BANK},
        help_text="The most hours that a bank holds.",
    )
    weekends = Truth(required=False, help_text="Whether clocks run on weekends; true if left out.")
    reliable = Whole(
        min_value=0,
        max_value=FAR,
        required=False,
        shape={"maximum": 100},
        help_text="Of 100 hands in time, for joining.",
    )
    visibility = Pick(Game.Visibility.choices, required=False)
    tells = Truth(
        required=False, help_text="Show who has answered before a hand is turned; true if left out."
    )
    delay = Whole(
        min_value=0,
        max_value=FAR,
        required=False,
        shape={"maximum": tables.MAX_DELAY},
        help_text="Most minutes that a full hand waits, where the table does not tell.",
    )
    offer = Whole(
        min_value=0,
        max_value=FAR,
        required=False,
        shape={"maximum": MAX_OFFER},
        help_text="Misses in a row before a bot plays and the seat is offered; 0: never.",
    )
    extensions = Truth(required=False, help_text="Whether each seat may once give more time.")
    votes = Truth(required=False, help_text="Whether all together may pause or cancel it.")
    rated = Truth(required=False, help_text="Whether it counts for ratings; true if left out.")
    recalls = Truth(
        required=False, help_text="Keep for each what they may know of cards that were seen before."
    )
    chat = Word(Game.Chat.choices, required=False, help_text="Who may talk.")
    duplicate = Whole(
        min_value=0,
        max_value=FAR,
        required=False,
        shape={"minimum": 1, "maximum": duplicate_tables.MAX_TABLES},
        help_text="Tables that play the same deals, 1 to 4 (docs/duplicate.md); 1 if left out.",
    )
    bots = Whole(
        min_value=0, max_value=100, required=False, shape={"maximum": SEATS["maximum"] - 1}
    )
    level = Whole(
        min_value=0,
        max_value=FAR,
        required=False,
        allow_null=True,
        shape=LEVELS,
        help_text="Of these bots, 1 to 8 (docs/bots.md); the light one if left out.",
    )
    policy = Word(
        Seat.Policy.choices,
        required=False,
        help_text="If you miss a hand; as in your preferences.",
    )
    entropy = Text(
        max_length=64, required=False, allow_blank=True, help_text="Your share in the shuffle."
    )


class JoinIn(Strict):
    """How I sit down."""

    link = Text(
        max_length=200, required=False, allow_blank=True, help_text="The token of an invitation."
    )
    policy = Word(
        Seat.Policy.choices,
        required=False,
        help_text="As in my preferences if left out.",
    )
    entropy = Text(max_length=64, required=False, allow_blank=True)


class StartIn(Strict):
    """What becomes of the free seats."""

    fill_with_bots = Truth(required=False, default=False)
    level = Whole(
        min_value=0,
        max_value=FAR,
        required=False,
        allow_null=True,
        shape=LEVELS,
        help_text="Of those bots, as for a new table.",
    )


class InviteIn(Strict):
    """Whom to ask."""

    email = Text(max_length=254, shape={"format": "email"})


class PolicyIn(Strict):
    """What is played for me if I miss a hand, and how strict mails are; what is left out stays."""

    policy = Word(Seat.Policy.choices, required=False)
    strict_mail = Truth(
        required=False, help_text="A mail that nobody vouches for waits for my confirmation."
    )


class TakeIn(Strict):
    """How I take an offered seat."""

    link = Text(
        max_length=200, required=False, allow_blank=True, help_text="Of a table that is not public."
    )
    policy = Word(
        Seat.Policy.choices,
        required=False,
        help_text="As in my preferences if left out.",
    )


class AwayIn(Strict):
    """How I leave a running game."""

    how = Pick(
        [("leave", "leave"), ("bot", "bot")],
        help_text="`leave` offers the seat to others; `bot` leaves it to a bot until I am back.",
    )


class VoteIn(Strict):
    """What I wish."""

    wish = Word(Vote.Wish.choices)


class ExtendIn(Strict):
    """Which hand is to have more time: the one that is open."""

    hand = Whole(min_value=0, max_value=FAR, shape={"minimum": 1})


class BidIn(Strict):
    """My answer."""

    bid = Text(
        max_length=MAX_BID_LENGTH, allow_blank=True, help_text="docs/records.md, section 3: `44`."
    )
    replaces = Whole(
        min_value=0,
        max_value=1_000_000,
        required=False,
        help_text="How many answers to this hand you know of: `changes` + 1 of the receipt you "
        "hold, 0 without one. If another came meanwhile, this one is not stored (`bid_changed`).",
    )


class TriedPlanIn(Strict):
    """A plan to be tried."""

    plan = Text(
        max_length=64 * 1024,
        allow_blank=True,
        trim_whitespace=False,
        shape={"maxLength": MAX_BYTES},
        help_text="docs/plans.md: `next: 44, then 12`.",
    )


class PlanIn(TriedPlanIn):
    """A plan to be kept."""

    now = Truth(
        required=False, default=False, help_text="Answer the open hand too, if I have not yet."
    )
    ask_forced = Truth(
        required=False, help_text="Ask me also when only one answer is possible; kept as it was."
    )


_BEGINS: dict[str, Any] = {
    "required": False,
    "allow_blank": True,
    "trim_whitespace": False,
    "shape": {"maxLength": MAX_BYTES},
}
_OPENINGS = {slug: Text(max_length=64 * 1024, **_BEGINS) for slug in sorted(RULESETS)}
# Made by `type`, since the names of games are no names of Python.
OpeningsIn = type("OpeningsIn", (Strict,), {**_OPENINGS, "__doc__": "By game; empty: none."})


class PreferencesIn(Strict):
    """How my seats are set where I sit down from now on."""

    policy = Word(Seat.Policy.choices, required=False, help_text="If I miss a hand.")
    ask_forced = Truth(required=False, help_text="Ask me also when only one answer is possible.")
    openings = OpeningsIn(required=False, help_text="With what the form of my plans begins.")


class NoteIn(Strict):
    """A note to be kept."""

    text = Said(notes.MAX_LENGTH)
    hand = Whole(
        min_value=0, max_value=FAR, required=False, default=0, help_text="0: about the game."
    )


class NoteChangeIn(Strict):
    """Other words for it."""

    text = Said(notes.MAX_LENGTH)


class ShownIn(Strict):
    """Whether everybody may read my notes of a game that is over."""

    shown = Truth()
    number = Whole(
        min_value=1, max_value=FAR, required=False, allow_null=True, help_text="null: all of them."
    )


class MessageIn(Strict):
    """What I say to the table."""

    text = Said(chat.MAX_LENGTH)


class ReadIn(Strict):
    """Up to which message I have read."""

    number = Whole(min_value=1, max_value=FAR)


class AsideIn(Strict):
    act = Text(max_length=40, help_text="One of `asides`: `lighthouse`, `surrender`.")
