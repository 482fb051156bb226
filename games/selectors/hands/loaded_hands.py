"""Everything needed to resolve a hand, read in one statement under the lock of its game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from accounts.models import User
from accounts.notifications import recipients
from accounts.notifications.recipients import Recipient
from accounts.operation import database_clock
from accounts.rows import Columns, fetch
from games.models import Bid, Game, Hand, Plan, Seat, Stage
from games.pace import Days
from games.selectors.hands.bidding import BID, SEAT, UNREAD_MAIL

A_DAY = timedelta(days=1)
HAND = Columns(
    Hand, "id", "game", "stage", "number", "phase", "awaiting", "state", "deadline", "opened_at",
    "resolved_at", "trigger", "resolve_after", "paused", "bots_due",
)  # fmt: skip
STAGE = Columns(Stage, "id", "game", "number", "started_at", "ended_at")
PLAN = Columns(Plan, "id", "seat", "owner", "sealed", "changed_at")
READ = f"""
    SELECT {HAND.of("hand")}, {STAGE.of("stage")}, EXISTS (SELECT {UNREAD_MAIL}),
        {SEAT.of("seat")}, {PLAN.of("plan")}, {BID.of("bid")}, ARRAY(
            SELECT ARRAY[first, last] FROM accounts_vacation
            WHERE user_id = person.id AND last >= %(yesterday)s ORDER BY first
        ), {recipients.OF_PERSON}
    FROM games_hand AS hand
    JOIN games_stage AS stage ON stage.id = hand.stage_id
    JOIN games_seat AS seat ON seat.game_id = hand.game_id
    LEFT JOIN accounts_user AS person ON person.id = seat.user_id
    LEFT JOIN games_plan AS plan ON plan.seat_id = seat.id
    LEFT JOIN games_bid AS bid ON bid.hand_id = hand.id AND bid.seat_id = seat.id
    WHERE hand.id = %(hand)s ORDER BY seat.index
"""  # noqa: S608 (names of columns)


@dataclass
class LoadedHand:
    """A hand of a locked game, with everything that resolving it needs.

    `seats` of the game in order, with their people and plans; `bids` by seat id; `away`: vacations
    by person id; `told`: by person id, how they are notified (None: not at all); `unread`: whether
    a mail about the hand is unread.
    """

    hand: Hand
    seats: list[Seat]
    bids: dict[int, Bid]
    away: dict[int, Sequence[Days]] = field(default_factory=dict)
    recipients: dict[int, Recipient | None] = field(default_factory=dict)
    unread: bool = False


def load_hand(game: Game, hand_id: int) -> LoadedHand:
    """Call it under the game's lock. Raises `Hand.DoesNotExist`."""
    now = database_clock.now()
    values = {"hand": hand_id, "yesterday": now.date() - A_DAY}
    rows = fetch(READ, values | recipients.values(now, [f"game:{game.pk}"]))
    if not rows:
        raise Hand.DoesNotExist
    hand, others = HAND.take(rows[0])
    stage, (unread, *_others) = STAGE.take(others)
    if hand is None or stage is None:
        raise Hand.DoesNotExist
    hand.game, hand.stage = game, stage
    loaded = LoadedHand(hand, [], {}, {}, {}, unread)
    for row in rows:
        seat, rest = SEAT.take(row[HAND.count + STAGE.count + 1 :])
        plan, rest = PLAN.take(rest)
        bid, (days, *person) = BID.take(rest)
        if seat is None:
            raise Seat.DoesNotExist
        seat.game = game
        # As `select_related` keeps them; so nobody asks the database again where there is none.
        seat._state.fields_cache |= {"plan": plan, "user": None}
        if plan is not None:
            plan.seat = seat
        if bid is not None:
            bid.hand, bid.seat = hand, seat
            loaded.bids[seat.pk] = bid
        if seat.user_id is not None:
            found = recipients.recipient(person)
            seat.user = found.user
            loaded.away[seat.user_id] = [(first, last) for first, last in days]
            # Bots, guests and closed accounts get no letters.
            reached = found.user.is_active and found.user.kind == User.Kind.PERSON
            loaded.recipients[seat.user_id] = found if reached else None
        loaded.seats.append(seat)
    return loaded
