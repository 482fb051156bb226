"""Queued notices that nobody is sending, locked for whoever is going to send them.

By hand-written SQL, since every worker asks for them after every hand, and every half minute.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, cast

from django.db.models import Q

from accounts import rows
from accounts.models import Notice, User
from accounts.notifications.channels.names import MAIL
from accounts.notifications.kinds import Gathers, asking, gathering, joining

NOTICE, PERSON = rows.Columns(Notice), rows.Columns(User)
# Its last condition leaves out what `held_back` finds.
FREE = """
    FROM accounts_notice AS notice
    LEFT JOIN accounts_user AS person ON person.id = notice.recipient_id
    WHERE notice.state = 'queued' AND notice.channel = %(channel)s AND notice.digest_id IS NULL
        AND (notice.leased_until IS NULL OR notice.leased_until <= %(now)s)
        AND (person.suspended_until > %(now)s AND (
            notice.drop_after > %(now)s
            OR notice.drop_after IS NULL AND notice.kind = ANY(%(asking)s)
        )) IS NOT TRUE
"""
DUE = f"{FREE} AND notice.send_after <= %(now)s"
# Letters that their recipients wish to get together.
GATHERED = f"""{DUE} AND notice.attempts = 0 AND (
    person.digest = 'hourly' AND notice.kind = ANY(%(hands)s)
    OR person.digest = 'daily' AND notice.kind = ANY(%(hands_and_news)s)
)"""
JOINABLE = f"""{FREE} AND notice.attempts = 0 AND notice.kind = ANY(%(joining)s)
    AND notice.recipient_id = ANY(%(people)s) AND notice.facts ->> 'game' = ANY(%(games)s)
    AND notice.id <> ALL(%(known)s)"""
READ = f"SELECT {NOTICE.of('notice')}, {PERSON.of('person')}"
LOCK = "FOR NO KEY UPDATE OF notice SKIP LOCKED"

READ_DUE = f"{READ} {DUE} ORDER BY notice.send_after, notice.id LIMIT %(most)s {LOCK}"
READ_GATHERED = f"""{READ} {GATHERED} AND notice.recipient_id = ANY(%(people)s)
    ORDER BY notice.recipient_id, notice.drop_after, notice.id {LOCK}"""
READ_JOINABLE = f"{READ} {JOINABLE} ORDER BY notice.id {LOCK}"
PEOPLE = f"""
    SELECT notice.recipient_id, count(*) {GATHERED}
    GROUP BY notice.recipient_id HAVING count(*) > 1
"""


def held_back(now: datetime) -> Q:
    """Which notices wait because their readers are suspended: what asks for an answer goes out once
    they can give one, or is dropped when it is too late."""
    asks = Q(drop_after__gt=now) | Q(drop_after=None, kind__in=asking())
    return Q(recipient__suspended_until__gt=now) & asks


def due(channel: str, now: datetime, most: int) -> list[Notice]:
    """The first notices that are due on a channel, with their recipients."""
    values = {**_free(channel, now), "most": most}
    return list(map(_read, rows.fetch(READ_DUE, values)))


def people_with_several(now: datetime) -> list[tuple[int, int]]:
    """Ids of people with more than one letter due that they wish to get together, and how many."""
    return [(person, count) for person, count in rows.fetch(PEOPLE, _gathered(now))]


def gathered(people: Collection[int], now: datetime) -> list[Notice]:
    """Letters due that these people wish to get together, by person, the most urgent first."""
    return list(map(_read, rows.fetch(READ_GATHERED, {**_gathered(now), "people": [*people]})))


def _gathered(now: datetime) -> Mapping[str, Any]:
    hands = [*gathering(Gathers.HANDS)]
    both = [*hands, *gathering(Gathers.NEWS)]
    return {**_free(MAIL, now), "hands": hands, "hands_and_news": both}


def joinable(
    people: Collection[int], games: Collection[Any], known: Collection[int], now: datetime
) -> list[Notice]:
    """Letters to these people about these games, due or not, that join with others; without those
    already known, by id.
    """
    values = {
        **_free(MAIL, now),
        "joining": [*joining()],
        "people": [*people],
        "games": [str(game) for game in games],
        "known": [*known],
    }
    return list(map(_read, rows.fetch(READ_JOINABLE, values)))


def _free(channel: str, now: datetime) -> dict[str, Any]:
    return {"channel": channel, "now": now, "asking": asking()}


def _read(row: rows.Row) -> Notice:
    found, rest = NOTICE.take(row)
    notice = cast("Notice", found)  # its id is never null
    notice.recipient, _rest = PERSON.take(rest)
    return notice
