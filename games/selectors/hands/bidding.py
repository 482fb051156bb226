"""Everything a bid depends on, read in one statement under the lock of its game."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from accounts.rows import Columns, fetch
from games.models import Bid, Game, Hand, IdempotencyKey, Seat
from games.refusals import Refused

SEAT = Columns(
    Seat, "id", "game", "index", "user", "policy", "misses", "misses_in_row", "bank_seconds",
    "ask_forced", "absence", "absent_since", "level",
)  # fmt: skip
HAND = Columns(
    Hand, "id", "game", "stage", "number", "phase", "awaiting", "state", "deadline", "opened_at",
    "resolve_after", "paused", "bots_due",
)  # fmt: skip
BID = Columns(
    Bid, "id", "hand", "seat", "sealed", "digest", "via", "missed", "changes", "placed_at",
    "given_at", "trace",
)  # fmt: skip
KEY = Columns(IdempotencyKey, "id", "user", "key", "fingerprint", "sealed_receipt")
# About the hand of the statement that this is a part of.
UNREAD_MAIL = """
    FROM games_inboundmail AS mail JOIN games_replyaddress AS address ON address.id = address_id
    WHERE mail.state = 'new' AND (address.hand_id = hand.id OR EXISTS (
        SELECT FROM games_replytopic WHERE address_id = address.id AND hand_id = hand.id
    ))
"""
READ = f"""
    SELECT {SEAT.of("seat")}, {HAND.of("hand")}, {BID.of("bid")}, {KEY.of("key")},
        (SELECT count(*) FROM games_bid WHERE hand_id = hand.id),
        (
            SELECT least(hand.deadline, min(clock.deadline)) FROM games_seatclock AS clock
            WHERE clock.hand_id = hand.id AND clock.seat_id = seat.id AND NOT clock.given_up
        ),
        (SELECT max(mail.received_at) {UNREAD_MAIL}),
        person.suspended_until,
        person.suspended_until IS NOT NULL OR person.kind = 'program' AND EXISTS (
            SELECT FROM accounts_program AS program
            JOIN accounts_user AS owner ON owner.id = program.owner_id
            WHERE program.user_id = person.id AND owner.suspended_until IS NOT NULL
        )
    FROM games_seat AS seat
    JOIN accounts_user AS person ON person.id = seat.user_id AND person.is_active
    LEFT JOIN games_hand AS hand ON hand.game_id = seat.game_id AND hand.number = %(number)s
    LEFT JOIN games_bid AS bid ON bid.hand_id = hand.id AND bid.seat_id = seat.id
    LEFT JOIN games_idempotencykey AS key ON key.user_id = %(user)s AND key.key = %(key)s
    WHERE seat.game_id = %(game)s AND seat.user_id = %(user)s
"""  # noqa: S608 (names of columns)

TURNED = """
    SELECT state, resolve_after FROM games_hand
    WHERE number = %(number)s AND game_id = (SELECT id FROM games_game WHERE code = %(code)s)
"""


@dataclass
class BidContext:
    """The state that a bid by one person finds in a locked game.

    Their seat; the open hand (None before the first); their bid in it and the one stored under the
    idempotency key; the number of answers; their own deadline; when the last unprocessed e-mail
    arrived; and whether they, or for a program its owner, were ever suspended.
    """

    seat: Seat
    hand: Hand | None
    bid: Bid | None
    key: IdempotencyKey | None
    answered: int
    due: datetime | None
    unread_since: datetime | None
    once_suspended: bool


def read_bid_context(game: Game, user: User, key: str | None = None) -> BidContext:
    """Requires the game's lock. Raises `Refused` ("not_seated"), also for whoever was deleted while
    they waited for it; whether they were suspended meanwhile is noted on `user`."""
    values = {"game": game.pk, "number": game.hand_number, "user": user.pk, "key": key or ""}
    for row in fetch(READ, values):
        seat, rest = SEAT.take(row)
        hand, rest = HAND.take(rest)
        bid, rest = BID.take(rest)
        kept, (answered, due, unread_since, user.suspended_until, once) = KEY.take(rest)
        if seat is not None:
            seat.game, seat.user = game, user
            if hand is not None:
                hand.game = game
            return BidContext(seat, hand, bid, kept, answered, due, unread_since, once)
    raise Refused("not_seated")


def is_turned(code: str, number: int) -> bool | None:
    """Whether a complete hand has been resolved; None while it waits for answers or its delay."""
    for state, resolve_after in fetch(TURNED, {"code": code, "number": number}):
        if state == Hand.State.RESOLVED:
            return True
        if state == Hand.State.READY and resolve_after is None:
            return False
    return None
