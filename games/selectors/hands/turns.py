"""Everything needed to resolve a hand, read in one statement under the lock of its game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.utils import timezone

from accounts.models import User
from accounts.rows import Columns, fetch
from games.models import Bid, Game, Hand, Plan, Seat, Stage
from games.pace import Days

A_DAY = timedelta(days=1)
HAND = Columns(
    Hand, "id", "game", "stage", "number", "phase", "awaiting", "state", "deadline", "opened_at",
    "resolved_at", "trigger", "resolve_after", "paused", "bots_due",
)  # fmt: skip
STAGE = Columns(Stage, "id", "game", "number", "started_at", "ended_at")
SEAT = Columns(
    Seat, "id", "game", "index", "user", "policy", "misses", "misses_in_row", "bank_seconds",
    "ask_forced", "absence", "absent_since", "level",
)  # fmt: skip
PERSON = Columns(
    User, "id", "kind", "email", "name", "zone", "language", "quiet_from", "quiet_to",
    "remind_hours",
)  # fmt: skip
PLAN = Columns(Plan, "id", "seat", "owner", "sealed", "changed_at")
BID = Columns(
    Bid, "id", "hand", "seat", "sealed", "digest", "via", "missed", "changes", "placed_at",
    "given_at", "trace",
)  # fmt: skip
READ = f"""
    SELECT {HAND.of("hand")}, {STAGE.of("stage")}, EXISTS (
            SELECT FROM games_inboundmail AS mail
            JOIN games_replyaddress AS address ON address.id = mail.address_id
            WHERE mail.state = 'new' AND (address.hand_id = hand.id OR EXISTS (
                SELECT FROM games_replytopic AS topic
                WHERE topic.address_id = address.id AND topic.hand_id = hand.id
            ))
        ),
        {SEAT.of("seat")}, {PERSON.of("person")}, {PLAN.of("plan")}, {BID.of("bid")},
        ARRAY(
            SELECT ARRAY[first, last] FROM accounts_vacation
            WHERE user_id = person.id AND last >= %(since)s ORDER BY first
        )
    FROM games_hand AS hand
    JOIN games_stage AS stage ON stage.id = hand.stage_id
    JOIN games_seat AS seat ON seat.game_id = hand.game_id
    LEFT JOIN accounts_user AS person ON person.id = seat.user_id
    LEFT JOIN games_plan AS plan ON plan.seat_id = seat.id
    LEFT JOIN games_bid AS bid ON bid.hand_id = hand.id AND bid.seat_id = seat.id
    WHERE hand.id = %(hand)s ORDER BY seat.index
"""  # noqa: S608 (names of columns)


@dataclass
class Turn:
    """A hand of a locked game with its stage; the seats in order, with players and plans; the bids
    by seat id; vacations by person id; and whether an e-mail to this hand is unprocessed.
    """

    hand: Hand
    seats: Sequence[Seat]
    bids: dict[int, Bid]
    away: Mapping[int, Sequence[Days]] = field(default_factory=dict)
    unread: bool = False


def turn_of(game: Game, hand_id: int) -> Turn:
    """Requires the game's lock. Raises `Hand.DoesNotExist`."""
    seats: list[Seat] = []
    bids: dict[int, Bid] = {}
    away: dict[int, Sequence[Days]] = {}
    hand, unread = None, False
    rows = fetch(READ, {"hand": hand_id, "since": timezone.now().date() - A_DAY})
    for row in rows:
        found, rest = HAND.take(row)
        hand = hand or found
        if hand is None:
            continue
        stage, (unread, *others) = STAGE.take(rest)
        if stage is not None:
            hand.game, hand.stage = game, stage
        seat, bid, days = _seat_in(game, others)
        seats.append(seat)
        if bid is not None:
            bid.hand, bid.seat = hand, seat
            bids[seat.pk] = bid
        if seat.user_id is not None:
            away[seat.user_id] = days
    if hand is None:
        raise Hand.DoesNotExist
    return Turn(hand, seats, bids, away, unread)


def _seat_in(game: Game, row: Sequence[object]) -> tuple[Seat, Bid | None, Sequence[Days]]:
    seat, rest = SEAT.take(row)
    person, rest = PERSON.take(rest)
    plan, rest = PLAN.take(rest)
    bid, (days,) = BID.take(rest)
    if seat is None:
        raise Seat.DoesNotExist
    seat.game, seat.user = game, person
    # As `select_related` does it, so that a missing plan isn't queried again.
    seat._state.fields_cache["plan"] = plan
    if plan is not None:
        plan.seat = seat
    return seat, bid, [_days(each) for each in days]


def _days(found: Sequence[date]) -> Days:
    first, last = found
    return first, last
