"""The sweep: finds in the database what is ready or overdue, so that no message to a worker
matters.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts.email import unasked_letters
from accounts.models import Outage
from accounts.notifications import retention
from accounts.operation import cache_table, database_clock, database_errors, heartbeats
from accounts.operation.database_errors import run_isolated
from accounts.people import oauth, unconfirmed_sign_ups
from accounts.security import network_fingerprints, sessions
from games import selectors
from games.models import Hand, IdempotencyKey
from games.services.hands import bot_thinking, outages, resolving
from games.services.mail import house_mail, inbox
from games.services.notifications import reminders
from games.services.people import departed_guests
from games.services.results import compaction, duplicates, leagues, packing, ratings

log = logging.getLogger(__name__)
KEYS_GOOD_FOR = timedelta(days=7)
MAX_BACK_OFF = timedelta(hours=1)
SETTLED_AT_ONCE = 100  # ten seconds or so, of the fifty that a task has for all of a sweep


def sweep(limit: int = 500) -> int:
    """Resolves READY hands and expires overdue ones; returns how many it moved.

    Each is on its own: one that fails is set aside for a while, one that is locked is left to
    whoever has it, and the rest goes on. A host with a wrong clock does nothing. Nor is anything
    done while the database's disk is full: that is an outage, since nobody can answer.
    """
    if database_clock.is_wrong():
        return 0
    if not database_errors.has_room():
        log.error("The disk of the database is full, so nothing is swept.")
        return 0
    now = database_clock.now()
    heartbeats.beat(heartbeats.SWEEP, now)
    run_isolated(_settle_outages, "Giving time back")
    _each(bot_thinking.hurry, selectors.due.late_bots(now, limit))
    moved = _each(
        partial(resolving.resolve_hand, wait=False), selectors.due.ready_hands(now, limit)
    )
    moved += _each(
        partial(resolving.expire_hand, wait=False), selectors.due.overdue_hands(now, limit)
    )
    run_isolated(partial(reminders.send_due, now), "Reminding")
    run_isolated(duplicates.settle, "Comparing duplicates")
    run_isolated(ratings.settle, "Rating")
    run_isolated(partial(leagues.sweep, now), "Leagues")
    run_isolated(cache_table.purge, "Deleting what has expired from the cache")
    _forget(now)
    run_isolated(partial(packing.sweep, now), "Packing stages long over")
    run_isolated(partial(compaction.sweep, now), "Compacting")
    return moved


def _settle_outages() -> int:
    """Gives time back to some of the hands that lost it, so that their deadlines show it; the next
    sweep goes on. `expire_hand` gives it back before anything expires, whether it was their turn
    or not. If that fails for a hand, `expire_hand` fails for it as well, and that is stored."""
    left = SETTLED_AT_ONCE
    for outage in outages.unsettled():
        touched = outages.touched(outage)
        given = [_gave_back(outage, pk) for pk in touched[:left]]
        left -= len(given)
        if all(given) and len(given) == len(touched):
            outages.settled(outage)
    return 0


def _gave_back(outage: Outage, hand_id: int) -> bool:
    """False if the hand is busy, so that the next sweep tries again."""
    failed: list[Exception] = []

    def give() -> int:
        outages.give_to(hand_id, outage.ended)
        return 1

    done = run_isolated(give, f"Hand {hand_id}", then=failed.append)
    if failed:
        _set_aside(hand_id, failed[0])
    return bool(done or failed)


def _forget(now: datetime) -> None:
    def keys() -> int:
        return IdempotencyKey.objects.filter(created_at__lt=now - KEYS_GOOD_FOR).delete()[0]

    for forget in (
        keys,
        network_fingerprints.purge,
        unasked_letters.purge,
        sessions.purge,
        oauth.purge,
        unconfirmed_sign_ups.purge,
        partial(departed_guests.purge, now),
        house_mail.forget_old,
        partial(retention.forget_old, now),
        partial(inbox.forget_old, now),
    ):
        run_isolated(forget, "Forgetting what is old")


def resolve(hand_id: int) -> bool:
    """Resolves one hand if it is READY; a failure is stored, as by the sweep.

    Not on a host with a wrong clock, which would give the next hand wrong deadlines.
    """
    return not database_clock.is_wrong() and bool(_each(resolving.resolve_hand, [hand_id]))


def _each(settle: Callable[[int], bool], hands: list[int]) -> int:
    return sum(
        run_isolated(partial(settle, pk), f"Hand {pk}", then=partial(_set_aside, pk))
        for pk in hands
    )


def _set_aside(hand_id: int, error: Exception) -> None:
    """Stores how often and with which error a hand failed, and when to try again: after a minute,
    then after twice as long each time."""
    with transaction.atomic():
        rows = Hand.objects.select_for_update(no_key=True, skip_locked=True)
        hand = rows.filter(pk=hand_id).first()
        if hand is None:
            return
        back_off = timedelta(minutes=2 ** min(hand.failures, 10))
        hand.failures += 1
        hand.failed_with = type(error).__name__[:60]
        hand.retry_at = database_clock.now() + min(back_off, MAX_BACK_OFF)
        hand.save(update_fields=["failures", "failed_with", "retry_at"])
