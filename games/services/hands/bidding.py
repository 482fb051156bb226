"""The way in: every bid, through whatever door, is placed, resolved and expired here.

The order of the steps, and why, is in docs/architecture.md: lock the game first, upsert the bid,
mark the hand READY in the same transaction when all bids are in; resolve it later, under the same
lock, and do nothing unless the hand is READY.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts.models import User
from accounts.operation import database_clock
from accounts.operation.database_errors import retried_once
from games import deadlines, game_secrets, sanctions
from games.models import Bid, Game, Hand, Seat
from games.plans import vocabulary_of
from games.refusals import Refused
from games.rules.base import State
from games.rules.errors import Illegal, Malformed
from games.rules.registry import ruleset
from games.selectors.hands.bidding import BidContext, read_bid_context
from games.selectors.hands.loaded_hands import LoadedHand, load_hand
from games.services import wake_workers
from games.services.hands import (
    auto_answers,
    bids,
    bot_answers,
    clocks,
    game_flow,
    idempotency_keys,
    miss_policies,
    outages,
)
from games.services.mail import inbox
from games.services.seats import absence

# Each is called with the id of a hand that is about to expire, to read mails that came in time.
READ_FIRST: list[Callable[[int], object]] = []


class TooLate(Exception):
    """The answer was given after the seat's deadline."""


class Overtaken(Exception):
    """The person has given another answer since, on the page or over the API."""


class Acceptance(NamedTuple):
    """By which door an answer came; when it was accepted, if not now; and what it replaces."""

    via: str
    given_at: datetime | None = None
    replaces: int | None = None


@dataclass(frozen=True)
class Receipt:
    """What is returned for an accepted bid, to its owner alone.

    `digest` commits to game, hand, seat, `notation` and `salt` (hex; docs/fairness.md). `follow`
    is what a card is to do when its time comes, "" to be asked (docs/plans.md). `via` is the door.
    `changes` counts how often the bid was changed; it may be changed until the hand is resolved,
    at the latest at `deadline`.
    """

    code: str
    hand: int
    seat: int
    notation: str
    salt: str
    digest: str
    changes: int
    placed_at: datetime
    deadline: datetime
    via: str = ""
    follow: str = ""


@retried_once
def place_bid(
    user: User,
    code: str,
    hand_number: int,
    text: str,
    *,
    via: str,
    key: str | None = None,
    given_at: datetime | None = None,
    replaces: int | None = None,
) -> Receipt:
    """Seals this person's answer in the open hand. The last answer counts.

    `text` is read leniently, and may also answer the question that a card leads to (`fire from
    5`). `key` is an Idempotency-Key: the same bid sent again with it gets the same receipt, even
    after the hand was resolved. `given_at` is when the answer was accepted, if that was earlier (a
    mail). `replaces` is how many answers of this seat in this hand the sender knew of (`changes` +
    1; 0 for none): if there are more by now, the request was delayed on its way and must not
    replace them.

    Raises `Refused`; with `given_at` also `TooLate` and `Overtaken`.
    """
    with transaction.atomic():
        game = game_secrets.lock_visible(code)
        sanctions.check_may_play(user)
        context = read_bid_context(game, user, key)
        fingerprint = idempotency_keys.fingerprint(code, hand_number, text) if key else ""
        if context.key is not None:
            return Receipt(**idempotency_keys.earlier(context.key, fingerprint))
        if context.seat.absence and game.state == Game.State.RUNNING:
            absence.welcome_back(game, context.seat)  # whoever answers is there again
            context = read_bid_context(game, user, key)
        hand = _open_hand(game, context.hand, hand_number)
        if given_at is not None:
            _check_time(hand, context, given_at)
        receipt = seal_answer(game, hand, context, text, Acceptance(via, given_at, replaces))
        if key:
            idempotency_keys.remember(user, key, fingerprint, receipt)
        return receipt


def seat_of(game: Game, user: User) -> Seat:
    """This person's seat.  Raises `Refused` ("not_seated", "suspended")."""
    sanctions.check_may_play(user)
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise Refused("not_seated")
    seat.user = user
    return seat


def _open_hand(game: Game, hand: Hand | None, number: int) -> Hand:
    """The open hand, if it has that number and takes bids. Raises `Refused`."""
    if game.state in (Game.State.OVER, Game.State.CANCELLED):
        raise Refused("game_over")
    if game.state != Game.State.RUNNING or hand is None:
        raise Refused("game_not_running")
    if number != hand.number:
        code = "stale_hand" if number < hand.number else "future_hand"
        raise Refused(code, {"open": hand.number}, given=number, open=hand.number)
    if not takes_bids(game, hand):
        raise Refused("hand_closed", {"open": number})
    return hand


def _check_time(hand: Hand, context: BidContext, given_at: datetime) -> None:
    """Checks that an answer accepted earlier and read only now still counts.

    It must not be later than the seat's own deadline (the deadline itself is in time), and its
    sender must not have given another answer since, by whatever door. Raises `TooLate` and
    `Overtaken`.
    """
    if hand.state == Hand.State.OPEN:
        due = deadlines.due_among(deadlines.clocks_of(hand), hand, context.seat.index)
        if given_at > due:
            raise TooLate
    if context.bid is not None and context.bid.given_at > given_at:
        raise Overtaken


def takes_bids(game: Game, hand: Hand) -> bool:
    """Whether bids may be given or changed: while the hand is open.

    Where nobody may know who has answered, a READY hand takes them too, because a refusal would
    show that all bids are in.
    """
    ready = hand.state == Hand.State.READY and not game.shows_bids
    return ready or hand.state == Hand.State.OPEN


def seal_answer(
    game: Game, hand: Hand, context: BidContext, text: str, accepted: Acceptance
) -> Receipt:
    """Reads, checks and stores one answer, and marks the hand READY if it was the last."""
    seat, before = context.seat, context.bid
    if seat.index not in hand.awaiting:
        raise Refused("not_awaited", {"awaiting": hand.awaiting})
    notation, follow = _read(game, seat, text)
    bid, opened = bids.sealed_anew(
        game, hand, seat, notation, accepted.via, before,
        given_at=accepted.given_at, after=context.unread_since,
    )  # fmt: skip
    if accepted.replaces is not None and bid is not before:
        _check_replaces(before, accepted.replaces)
    answered, unread = context.answered + (before is None), context.unread_since is not None
    # A mail that is being read still counts as unread itself: `close_when_full` comes after it.
    reading = accepted.given_at is not None
    last = not reading and bids.make_ready(hand, answered, unread=unread)
    bids.write(game, hand, bid, before, last=last)
    if hand.phase in vocabulary_of(game.ruleset).leads:
        auto_answers.keep_follow(game, seat, follow)
    if last and hand.resolve_after is None:
        wake_workers.resolve(hand.pk)
    if hand.bots_due is not None:
        bot_answers.hurry(hand)
    return Receipt(
        code=game.code,
        hand=hand.number,
        seat=seat.index,
        notation=opened.notation,
        salt=opened.salt,
        digest=bid.digest,
        changes=bid.changes,
        placed_at=bid.placed_at,
        deadline=hand.deadline,
        via=str(bid.via),
        follow=follow,
    )


def _check_replaces(before: Bid | None, replaces: int) -> None:
    """Raises `Refused` for a changed answer from a page that is older than the stored one."""
    count = before.changes + 1 if before else 0
    if replaces != count:
        raise Refused("bid_changed", {"replaces": count})


def _read(game: Game, seat: Seat, text: str) -> tuple[str, str]:
    """The canonical notation, and what is to follow it ("" if the text does not say).

    Raises `Refused` with the legal answers of this seat.
    """
    rules, state = ruleset(game.ruleset), game_secrets.open_state(game)
    try:
        return rules.read(state, seat.index, text), ""
    except (Malformed, Illegal) as error:
        both = auto_answers.both(game, text)
        if both is not None and both[0] in error.legal:
            return both
        given = error.given if len(error.given) <= 40 else error.given[:40] + "…"
        legal = ", ".join(error.legal) or "—"
        raise Refused(error.code, {"legal": error.legal}, given=given, legal=legal) from None


def resolve_hand(hand_id: int, *, wait: bool = True) -> bool:
    """Plays a READY hand and opens the next one. True if this call did it.

    Does nothing for a hand that is not READY, so it may run any number of times. A game locked by
    somebody else is skipped unless `wait` is set.
    """
    with transaction.atomic():
        loaded = _load_locked(hand_id, wait=wait)
        if loaded is None or loaded.hand.state != Hand.State.READY:
            return False
        game, hand = loaded.hand.game, loaded.hand
        if hand.resolve_after is not None and hand.resolve_after > database_clock.now():
            return False
        if loaded.unread and takes_bids(game, hand):
            inbox.request_reading(hand.pk)  # it takes changes until it is turned, by mail as well
            return False
        game_flow.resolve(game, loaded, Hand.Trigger.BIDS)
    return True


def close_when_full(hand_id: int) -> None:
    """Marks a hand READY if it was only waiting for a mail to be read."""
    with transaction.atomic():
        loaded = _load_locked(hand_id)
        if loaded is not None and loaded.hand.state in (Hand.State.OPEN, Hand.State.READY):
            bids.turn_when_full(loaded.hand, loaded.bids, unread=loaded.unread)


def expire_hand(hand_id: int, now: datetime | None = None, *, wait: bool = True) -> bool:
    """Plays the fallback of each seat whose own time has run out. True if anything was done.

    Each such seat has missed the hand. The hand is resolved if it is full then; otherwise it waits
    for the rest. Mails stored in time are read first; if one came in just now, the next call does
    it. Deadlines are moved first for outages of ours, and nothing expires while a part of the
    service is still down. `wait` is as in `resolve_hand`.
    """
    now = now or database_clock.now()
    for read in READ_FIRST:
        read(hand_id)
    with transaction.atomic():
        loaded = _load_locked(hand_id, wait=wait)
        if loaded is None or loaded.hand.state != Hand.State.OPEN or loaded.hand.paused:
            return False
        game, hand = loaded.hand.game, loaded.hand
        if inbox.came_in_time(hand_id, min(now, hand.deadline)):
            return False
        outages.give_back(game, hand, now)
        if outages.holds(hand, now):
            return False
        late = _missing(loaded, now)
        _store_fallbacks(game, loaded, late)
        full = len(loaded.bids) == len(hand.awaiting)
        if full:
            trigger = Hand.Trigger.DEADLINE if late else Hand.Trigger.BIDS
            game_flow.resolve(game, loaded, trigger)
    return full or bool(late)


def _load_locked(hand_id: int, *, wait: bool = True) -> LoadedHand | None:
    """The hand and all that resolving it needs, read after its game was locked. None if the game
    is not running, or is locked by somebody else and `wait` is not set."""
    game = game_secrets.lock_of_hand(hand_id, wait=wait)
    if game is None or game.state != Game.State.RUNNING:
        return None
    return load_hand(game, hand_id)


def _store_fallbacks(game: Game, loaded: LoadedHand, seats: Sequence[Seat]) -> None:
    state = game_secrets.open_state(game)
    rules = ruleset(game.ruleset)
    for seat in seats:
        notation = _fallback_answer(game, state, seat, rules.ranked(state, seat.index))
        bids.store_bid(
            game, loaded.hand, seat, notation, Bid.Via.DEADLINE, loaded.bids, missed=True
        )
        if game.shows_bids:
            game_flow.count_misses([seat.pk])


def _fallback_answer(game: Game, state: State, seat: Seat, ranked: Sequence[str]) -> str:
    """What a seat that let its time run out has chosen for that."""
    if seat.policy == Seat.Policy.BOT:
        return bot_answers.light(game, state, seat.index)
    planned = auto_answers.by_plan(game, state, seat) if seat.policy == Seat.Policy.PLAN else None
    return planned or miss_policies.choose(seat.policy, ranked)


def _missing(loaded: LoadedHand, now: datetime) -> Sequence[Seat]:
    """The seats without an answer whose own time is over; at the hand's deadline, all that have
    not answered."""
    hand, silent = loaded.hand, [seat for seat in loaded.seats if seat.pk not in loaded.bids]
    owing = [seat for seat in silent if seat.index in hand.awaiting]
    if hand.deadline > now:
        overdue = clocks.overdue(hand, now)
        owing = [seat for seat in owing if seat.pk in overdue]
    return owing
