"""Notices that nobody needs any more: what grows most, and what ends its growth."""

from datetime import datetime, timedelta

from django.db import connection
from django.db.models import QuerySet
from django.db.models.fields.json import KT

from accounts.models import Notice

KEPT_FOR = timedelta(days=365)
AT_ONCE = 1000
WAITING = (Notice.State.QUEUED, Notice.State.HELD)
# The oldest rows lie at the beginning of the key, so this reads no more than it may take away.
OLD = """
DELETE FROM accounts_notice WHERE id IN (
    SELECT id FROM (
        SELECT id, state, created_at FROM accounts_notice ORDER BY id LIMIT %s
    ) AS oldest
    WHERE created_at < %s AND state <> ALL(%s)
        AND NOT EXISTS (SELECT FROM accounts_bounce WHERE notice_id = oldest.id)
        AND NOT EXISTS (SELECT FROM accounts_notice AS part WHERE part.digest_id = oldest.id)
)
"""


def forget_about(game: int) -> int:
    """Takes away what was told about a game that is long over; how many notices.

    What is still to go stays, and so does a letter that came back, which says something about its
    address.
    """
    return _about(game).exclude(state__in=WAITING).filter(bounce=None).delete()[0]


def withdraw(game: int) -> int:
    """Takes away what is still to be told about a game that is gone; how many notices."""
    return _about(game).filter(state__in=WAITING).delete()[0]


def _about(game: int) -> "QuerySet[Notice]":
    return Notice.objects.alias(about=KT("facts__game")).filter(about=str(game))


def forget_old(now: datetime) -> int:
    """The same of everything that is older than a year, some at once."""
    with connection.cursor() as cursor:
        cursor.execute(OLD, [AT_ONCE, now - KEPT_FOR, list(WAITING)])
        return int(cursor.rowcount)
