"""The bids of an open hand: sealing and storing them, and marking the hand READY with the last
one.

Called inside a transaction that holds the game's lock.
"""

import json
import random
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F
from django.db.models.functions import Greatest

from accounts import rows
from accounts.operation import database_clock
from games import game_secrets
from games.fairness import new_salt
from games.game_secrets import Opened
from games.models import Bid, Game, Hand, Seat, VoidReceipt
from games.pace import rule_of
from games.services import wake_workers
from games.services.hands import bot_answers, clocks, idempotency_keys, void_receipts
from games.services.mail import inbox
from games.visibility import GIVEN_AHEAD

CHANCE = random.SystemRandom()  # for delays; the deck has its own source, which is committed to
Answers = dict[int, Bid]  # by the id of the seat
# What only shows that players are there includes their plan.
PERSONAL = (*Bid.GIVEN, Bid.Via.PLAN)
# The seat's clock stops at its first answer; the last bid makes the hand READY.
STORE = """
    WITH stopped AS (
        UPDATE games_seatclock SET
            answered_at = %(placed_at)s, in_time = NOT %(missed)s,
            took_seconds = CASE WHEN %(told)s THEN floor(extract(
                epoch FROM greatest('0', %(stopped_at)s - (rule->>'opened')::timestamptz)
            )) END
        WHERE %(first)s AND hand_id = %(hand)s AND seat_id = %(seat)s AND answered_at IS NULL
        RETURNING rule
    ), full_hand AS (
        UPDATE games_hand SET state = 'ready', resolve_after = %(resolve_after)s
        WHERE %(last)s AND id = %(hand)s
    )
    INSERT INTO games_bid AS bid
        (game_id, hand_id, seat_id, sealed, digest, via, missed, changes, placed_at, given_at,
         trace)
    VALUES
        (%(game)s, %(hand)s, %(seat)s, %(sealed)s, %(digest)s, %(via)s, %(missed)s, %(changes)s,
         %(placed_at)s, %(given_at)s, %(trace)s)
    ON CONFLICT (hand_id, seat_id) DO UPDATE SET
        sealed = excluded.sealed, digest = excluded.digest, via = excluded.via,
        missed = excluded.missed, changes = excluded.changes, placed_at = excluded.placed_at,
        given_at = excluded.given_at, trace = excluded.trace
    RETURNING bid.id, (SELECT rule FROM stopped)
"""
# The digest is named so that open pages are woken: whoever gives what their plan gave has answered.
GIVEN_AGAIN = """
    WITH full_hand AS (
        UPDATE games_hand SET state = 'ready', resolve_after = %(resolve_after)s
        WHERE %(last)s AND id = %(hand)s
    )
    UPDATE games_bid
    SET given_at = %(given_at)s, via = %(via)s, missed = %(missed)s, digest = digest
    WHERE id = %(bid)s RETURNING id
"""


class Sealed(NamedTuple):
    """A bid that is sealed but not yet written, and what it says. `same`: it is the stored one,
    because the same answer was given again. `unmissed`: the stored one had been played for a
    miss."""

    bid: Bid
    opened: Opened
    same: bool = False
    unmissed: bool = False


def seal(
    game: Game,
    hand: Hand,
    seat: Seat,
    notation: str,
    via: str,
    before: Bid | None,
    *,
    missed: bool = False,
    given_at: datetime | None = None,
    after: datetime | None = None,
    trace: str = "",
) -> Sealed:
    """Seals the answer of a seat with a new salt; `before` is the bid that it replaces.

    The same answer again keeps its receipt; only `given_at` changes. Whoever gives the answer that
    a bot or their plan gave for them, or that was chosen when their time was over, has answered.
    `given_at` is when the answer was accepted, if that was earlier: a mail counts from when it was
    stored. An answer accepted now counts as later than `after`, whatever the clocks of our hosts
    say.
    """
    now = database_clock.now()
    given_at = given_at or (now if after is None else max(now, after + inbox.NEXT))
    unmissed = before is not None and before.missed and not missed
    if before is not None:
        opened = game_secrets.open_bid(before, game.code, hand.number, seat.index)
        if opened.notation == notation:
            before.given_at = given_at
            if before.via not in Bid.GIVEN:
                before.via, before.missed = via, missed
            return Sealed(before, opened, same=True, unmissed=unmissed)
    opened = Opened(notation, new_salt())
    bid = Bid(
        id=before.pk if before else None, hand=hand, seat=seat, via=via, missed=missed,
        changes=before.changes + 1 if before else 0, placed_at=now, given_at=given_at,
        trace=trace,
    )  # fmt: skip
    game_secrets.seal_bid(bid, game, opened)
    return Sealed(bid, opened, unmissed=unmissed)


def write(game: Game, hand: Hand, sealed: Sealed, *, last: bool = False) -> None:
    """Writes a bid, stops its clock, and marks the hand READY if it is the `last`."""
    bid = sealed.bid
    if sealed.unmissed and game.shows_bids:  # where it is hidden, it was not counted yet
        _forgive(bid.seat_id)
    values: dict[str, object] = {
        "game": game.pk, "hand": hand.pk, "last": last, "resolve_after": hand.resolve_after,
        "given_at": bid.given_at, "via": str(bid.via), "missed": bid.missed,
    }  # fmt: skip
    if sealed.same:
        rows.fetch(GIVEN_AGAIN, {**values, "bid": bid.pk})
        return
    first = bid.changes == 0 and bid.via != Bid.Via.BOT
    values |= {
        "first": first, "told": game.shows_bids and bid.via not in GIVEN_AHEAD, "seat": bid.seat_id,
        "sealed": bid.sealed, "digest": bid.digest, "changes": bid.changes,
        "placed_at": bid.placed_at, "trace": bid.trace,
        "stopped_at": min(bid.placed_at, bid.given_at),  # a mail is no later for being read late
    }  # fmt: skip
    ((bid.pk, rule),) = rows.fetch(STORE, values)
    if rule and game.bank_hours:
        clocks.charge(
            game, bid.seat, rule_of(json.loads(rule)), until=bid.given_at, missed=bid.missed
        )


def _forgive(seat_id: int) -> None:
    """Whoever still gives their answer has not missed the hand; their clock stays late."""
    Seat.objects.filter(pk=seat_id).update(
        misses=Greatest(F("misses") - 1, 0), misses_in_row=Greatest(F("misses_in_row") - 1, 0)
    )


def store_bid(
    game: Game,
    hand: Hand,
    seat: Seat,
    notation: str,
    via: str,
    answers: Answers,
    *,
    missed: bool = False,
    trace: str = "",
) -> Bid:
    """Inserts or changes the bid of a seat, also in `answers`."""
    before = answers.get(seat.pk)
    sealed = seal(game, hand, seat, notation, via, before, missed=missed, trace=trace)
    write(game, hand, sealed)
    answers[seat.pk] = sealed.bid
    return sealed.bid


def withdraw(hand: Hand, seat: Seat, why: VoidReceipt.Why = VoidReceipt.Why.HANDED_ON) -> None:
    """Deletes the bid of a seat in an open hand, with what is kept of it for who sends it again:
    that would promise what no longer counts. If it was played for a miss, that is none any more."""
    given = hand.bids.filter(seat=seat)
    void_receipts.keep(hand.game, given, why)
    if hand.game.shows_bids and given.filter(missed=True).exists():
        _forgive(seat.pk)
    if given.delete()[0]:
        idempotency_keys.forget(hand, seat)


def answers_in(hand: Hand) -> Answers:
    """The bids of a hand whose game is locked, by seat id."""
    return {bid.seat_id: bid for bid in hand.bids.all()}


def mark_ready_if_full(hand: Hand, answers: Answers, *, unread: bool | None = None) -> None:
    """Marks an open hand READY once it has all its bids, and asks a worker to resolve it.

    `unread`: whether a mail about it is still unread; None to look that up.
    """
    if unread is None and len(answers) >= len(hand.awaiting):
        unread = inbox.has_unread(hand.pk)
    if make_ready(hand, len(answers), unread=bool(unread)):
        hand.save(update_fields=["state", "resolve_after"])
    if hand.bots_due is not None:
        bot_answers.hurry(hand)
    if hand.state == Hand.State.READY and hand.resolve_after is None:
        wake_workers.resolve(hand.pk)


def make_ready(hand: Hand, answered: int, *, unread: bool) -> bool:
    """Puts READY on an open (unsaved) hand that has all its bids; False if it stays as it is.

    It closes over a drained inbox only: while a mail that was stored for it is `unread`, it stays
    open, and whoever reads that mail comes here again. Where the table delays, it waits a random
    while, but never beyond its deadline; while the game is paused, until it goes on.
    """
    if hand.state != Hand.State.OPEN or hand.paused or answered < len(hand.awaiting):
        return False
    if unread:
        inbox.request_reading(hand.pk)
        return False
    hand.state = Hand.State.READY
    hand.resolve_after = _ready_at(hand) if hand.game.delay_minutes else None
    return True


def _ready_at(hand: Hand) -> datetime:
    """A random moment within the table's delay, but not after the deadline."""
    delay = timedelta(minutes=CHANCE.uniform(0, hand.game.delay_minutes))
    return min(database_clock.now() + delay, hand.deadline)
