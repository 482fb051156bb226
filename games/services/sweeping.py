"""The sweep: finds what is ready or overdue in the database, so that no message matters."""

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db import DatabaseError
from django.utils import timezone

from accounts import heartbeats, networks
from games import selectors
from games.models import IdempotencyKey
from games.services import duplicates, inbox, leagues, outages, play, ratings

log = logging.getLogger(__name__)
KEYS_GOOD_FOR = timedelta(days=7)


def sweep(limit: int = 500) -> int:
    """Resolves READY hands and expires overdue ones; returns how many it moved.

    One hand that fails (and is logged) does not keep the others waiting.
    """
    now = timezone.now()
    heartbeats.beat(heartbeats.SWEEP, now)
    _settle_outages()
    moved = sum(_try(play.resolve_hand, pk) for pk in selectors.ready_hands(now, limit))
    moved += sum(_try(play.expire_hand, pk) for pk in selectors.overdue_hands(now, limit))
    duplicates.settle()
    ratings.settle()
    leagues.sweep(now)
    inbox.forget_old(now)
    IdempotencyKey.objects.filter(created_at__lt=now - KEYS_GOOD_FOR).delete()
    networks.purge()
    return moved


def _settle_outages() -> None:
    """Time is given back before anything expires; a hand that fails here fails there as well,
    where it is kept."""
    for outage in outages.unsettled():
        for hand_id in outages.touched(outage):
            _try(partial(outages.give_to, now=outage.ended), hand_id)
        outages.settled(outage)


def resolve(hand_id: int) -> bool:
    """Resolves one hand if it is READY; a defect of its game is logged, as by the sweep."""
    return _try(play.resolve_hand, hand_id)


def _try(settle: Callable[[int], bool], hand_id: int) -> bool:
    try:
        return settle(hand_id)
    except DatabaseError:
        raise
    except Exception:  # a defect of one game must not stop the others
        log.exception("Hand %s could not be settled.", hand_id)
        return False
