"""The database tables and constraints. Commands are in `games.services`."""

from games.models.chat_and_notes import Ignored, Message, Note
from games.models.duplicates import Duplicate
from games.models.hands_and_bids import (
    Aside,
    Bid,
    Course,
    Hand,
    PastClocks,
    Peek,
    SeatClock,
    Stage,
    VoidReceipt,
)
from games.models.leagues import Entry, League, LeagueGame, Season
from games.models.log_and_records import IdempotencyKey, LogEntry, Record
from games.models.mail import HouseMail, InboundMail, ReplyAddress, ReplyTopic
from games.models.moderating import Report, TakenBack
from games.models.outages import Credit
from games.models.people import Friendship
from games.models.planning import Opening, Plan, Preference
from games.models.ratings import BotRating, RatedGame, Rating, RatingStep
from games.models.sandbox import SandboxTable
from games.models.tables import (
    CODE_LETTERS,
    MAX_OFFER,
    MAX_TABLE_NAME,
    Game,
    Invitation,
    Seat,
    new_code,
    new_link_secret,
)
from games.models.tenures_and_votes import SeatTenure, Vote

__all__ = [
    "CODE_LETTERS",
    "MAX_OFFER",
    "MAX_TABLE_NAME",
    "Aside",
    "Bid",
    "BotRating",
    "Course",
    "Credit",
    "Duplicate",
    "Entry",
    "Friendship",
    "Game",
    "Hand",
    "HouseMail",
    "IdempotencyKey",
    "Ignored",
    "InboundMail",
    "Invitation",
    "League",
    "LeagueGame",
    "LogEntry",
    "Message",
    "Note",
    "Opening",
    "PastClocks",
    "Peek",
    "Plan",
    "Preference",
    "RatedGame",
    "Rating",
    "RatingStep",
    "Record",
    "ReplyAddress",
    "ReplyTopic",
    "Report",
    "SandboxTable",
    "Season",
    "Seat",
    "SeatClock",
    "SeatTenure",
    "Stage",
    "TakenBack",
    "VoidReceipt",
    "Vote",
    "new_code",
    "new_link_secret",
]
