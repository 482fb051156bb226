"""Deletes notices that nobody needs any more; no other table grows as fast."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import QuerySet
from django.db.models.fields.json import KT

from accounts.models import Notice

KEPT_FOR = timedelta(days=365)
BATCH_SIZE = 1000
WAITING = (Notice.State.QUEUED, Notice.State.HELD)
# The oldest rows come first in the primary key, so this reads no more rows than it may delete, and
# those before them that stay: they may be more than one batch, so they don't count for it.
OLD = """
DELETE FROM accounts_notice WHERE id IN (
    SELECT id FROM (
        SELECT id, created_at FROM accounts_notice AS notice
        WHERE state <> ALL(%s)
            AND NOT EXISTS (SELECT FROM accounts_bounce WHERE notice_id = notice.id)
        ORDER BY id LIMIT %s
    ) AS oldest
    WHERE created_at < %s
        AND NOT EXISTS (SELECT FROM accounts_notice AS part WHERE part.digest_id = oldest.id)
)
"""
OF_HANDS = """
DELETE FROM accounts_notice AS notice
WHERE facts ->> 'game' = %s AND kind = ANY(%s) AND (facts ->> 'hand')::integer = ANY(%s)
    AND state <> ALL(%s)
    AND NOT EXISTS (SELECT FROM accounts_bounce WHERE notice_id = notice.id)
    AND NOT EXISTS (SELECT FROM accounts_notice AS part WHERE part.digest_id = notice.id)
"""


def forget_about(game: int) -> int:
    """Deletes the notices about a game that is long over; returns how many.

    Notices still to be sent stay, and so do bounced ones, which say something about the address.
    """
    return _about(game).exclude(state__in=WAITING).filter(bounce=None).delete()[0]


def forget_hands(game: int, hands: Sequence[int], kinds: Sequence[str]) -> int:
    """Deletes the notices of these kinds about hands of a game that were turned long ago; returns
    how many. Those that failed stay, for as long as they say something about the address.
    """
    kept = [*WAITING, Notice.State.FAILED, Notice.State.UNKNOWN]
    with connection.cursor() as cursor:
        cursor.execute(OF_HANDS, [str(game), list(kinds), list(hands), kept])
        return int(cursor.rowcount)


def withdraw(game: int) -> int:
    """Deletes the unsent notices about a game that no longer exists; returns how many."""
    return _about(game).filter(state__in=WAITING).delete()[0]


def _about(game: int) -> "QuerySet[Notice]":
    return Notice.objects.alias(about=KT("facts__game")).filter(about=str(game))


def forget_old(now: datetime) -> int:
    """Deletes one batch of finished notices older than a year; returns how many."""
    with connection.cursor() as cursor:
        cursor.execute(OLD, [list(WAITING), BATCH_SIZE, now - KEPT_FOR])
        return int(cursor.rowcount)
