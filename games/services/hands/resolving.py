"""Resolving and expiring hands, under the same lock as bids and in the same order.

A hand that is not READY (or not overdue) is left alone, so both may run any number of times.
"""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction

from accounts.operation import database_clock
from games import game_secrets
from games.models import Bid, Game, Hand, Seat
from games.rules.base import State
from games.rules.registry import ruleset
from games.selectors.hands.loaded_hands import LoadedHand, load_hand
from games.services.hands import auto_answers, bids, bot_answers, clocks, game_flow, outages
from games.services.hands.bidding import takes_bids
from games.services.mail import inbox

# Each is called with the id of a hand that is about to expire, to read mails that came in time.
BEFORE_EXPIRY: list[Callable[[int], object]] = []


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
            bids.mark_ready_if_full(loaded.hand, loaded.bids, unread=loaded.unread)


def expire_hand(hand_id: int, now: datetime | None = None, *, wait: bool = True) -> bool:
    """Plays the fallback of each seat whose own time has run out. True if anything was done.

    Each such seat has missed the hand. The hand is resolved if it is full then; otherwise it waits
    for the rest. Mails stored in time are read first; if one came in just now, the next call does
    it. Deadlines are moved first for outages of ours, and nothing expires while a part of the
    service is still down. `wait` is as in `resolve_hand`.
    """
    now = now or database_clock.now()
    for read in BEFORE_EXPIRY:
        read(hand_id)
    with transaction.atomic():
        loaded = _load_locked(hand_id, wait=wait)
        if loaded is None or loaded.hand.state != Hand.State.OPEN or loaded.hand.paused:
            return False
        game, hand = loaded.hand.game, loaded.hand
        silent_since = outages.catch_up(game, hand, now)
        if outages.holds(hand, silent_since, now):
            return False
        late = _missing(loaded, now)
        if inbox.came_in_time(hand, late):
            return False
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
        ranked = rules.ranked(state, seat.index)
        notation = _fallback_answer(game, loaded.hand, state, seat, ranked)
        bids.store_bid(
            game, loaded.hand, seat, notation, Bid.Via.DEADLINE, loaded.bids, missed=True
        )
        if game.shows_bids:
            game_flow.count_misses([seat.pk])


def _fallback_answer(
    game: Game, hand: Hand, state: State, seat: Seat, ranked: Sequence[str]
) -> str:
    """What a seat that let its time run out has chosen for that."""
    if seat.policy == Seat.Policy.BOT:
        return bot_answers.light(game, state, seat.index)
    planned = None
    if seat.policy == Seat.Policy.PLAN:
        planned = auto_answers.by_plan(game, state, seat, missed=hand)
    return planned.notation if planned else choose_fallback(seat.policy, ranked)


def choose_fallback(policy: str, ranked: Sequence[str]) -> str:
    """One of the legal bids, ranked from lowest to highest; of two middle ones the lower.

    Plans and bots are asked before; where they have no answer, it is the lowest.
    """
    if policy == Seat.Policy.HIGHEST:
        return ranked[-1]
    if policy == Seat.Policy.MEDIAN:
        return ranked[(len(ranked) - 1) // 2]
    if policy == Seat.Policy.RANDOM:
        return secrets.choice(ranked)
    return ranked[0]


def _missing(loaded: LoadedHand, now: datetime) -> Sequence[Seat]:
    """The seats without an answer whose own time is over; at the hand's deadline, all that have
    not answered."""
    hand, silent = loaded.hand, [seat for seat in loaded.seats if seat.pk not in loaded.bids]
    owing = [seat for seat in silent if seat.index in hand.awaiting]
    if hand.deadline > now:
        overdue = clocks.overdue(hand, now)
        owing = [seat for seat in owing if seat.pk in overdue]
    return owing
