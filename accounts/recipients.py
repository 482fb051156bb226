"""Those who are to be told something: what they wish, by which ways, read all at once."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.channels.names import HOOK, MAIL, PUSH, SITE
from accounts.kinds import KINDS, Gathers, gathering
from accounts.models import Notice, User

AN_HOUR = timedelta(hours=1)
# Every hand that opens or is turned asks this: as a queryset, Django would build it anew each
# time, which takes ten times as long as PostgreSQL takes to answer it.
PEOPLE = """
    SELECT
        person.*,
        (
            SELECT coalesce(jsonb_agg(jsonb_build_array(kind, channel, wanted)), '[]')
            FROM accounts_choice WHERE user_id = person.id AND about = ''
        ) AS chosen,
        (
            SELECT finished_at FROM accounts_notice
            WHERE recipient_id = person.id AND channel = %(mail)s AND state = %(sent)s
                AND kind = ANY(%(gathered)s)
                AND finished_at > greatest(%(since)s, person.answered_at)
            ORDER BY finished_at DESC LIMIT 1
        ) AS mailed_at,
        EXISTS (
            SELECT FROM accounts_suppression
            WHERE address = lower(person.email) AND reason = 'bounced'
        ) AS unreached,
        EXISTS (SELECT FROM accounts_pushdevice WHERE user_id = person.id) AS pushes,
        ARRAY(
            SELECT id FROM accounts_webhook
            WHERE user_id = person.id AND disabled_at IS NULL
        ) AS hooks
    FROM accounts_user AS person
    WHERE id = ANY(%(ids)s) AND kind = %(people)s AND is_active
"""


@dataclass(frozen=True)
class Recipient:
    """A person who can be told something.

    `wishes` by kind and channel, where they said so; `mailed_at`: when within the last hour, and
    since they last answered one, a letter about hands that wait went to them; `unreached`: letters
    to their address come back, so what they wish by letter is told on the site; `hooks`: the
    webhooks that are called.
    """

    user: User
    wishes: dict[tuple[str, str], bool]
    mailed_at: datetime | None
    unreached: bool = False
    pushes: bool = False
    hooks: tuple[int, ...] = ()

    def ways(self, kind: str) -> Iterator[tuple[str, int | None]]:
        """By which channels this kind goes to them, each with its target."""
        known = KINDS.get(kind)
        ways = known.ways if known else (MAIL,)
        if MAIL in ways:
            yield MAIL, None
        instead = self.unreached and self._wishes(kind, MAIL)
        if SITE in ways and (instead or self._wishes(kind, SITE)):
            yield SITE, None
        if PUSH in ways and self.pushes and self._wishes(kind, PUSH):
            yield PUSH, None
        if HOOK in ways and self._wishes(kind, HOOK):
            yield from ((HOOK, target) for target in self.hooks)

    def _wishes(self, kind: str, channel: str) -> bool:
        known = KINDS.get(kind)
        usual = known is not None and known.usual(channel)
        if known is not None and not known.optional:
            return True
        return self.wishes.get((kind, channel), usual)


def read(ids: Collection[int], now: datetime) -> dict[int, Recipient]:
    """People among these, by id; bots, guests and closed accounts are left out."""
    if not ids:
        return {}
    values = {
        "ids": list(ids),
        "people": User.Kind.PERSON.value,
        "mail": MAIL,
        "sent": Notice.State.SENT.value,
        "gathered": [*gathering(Gathers.HANDS), "digest"],
        "since": now - AN_HOUR,
    }
    return {person.pk: _recipient(person) for person in User.objects.raw(PEOPLE, values)}


def is_there(user: User) -> None:
    """Notes that this person has just answered a letter: what waits next is told at once."""
    User.objects.filter(pk=user.pk).update(answered_at=timezone.now())


def _recipient(person: User) -> Recipient:
    row = vars(person)
    wishes = {(kind, channel): wanted for kind, channel, wanted in json.loads(row["chosen"])}
    return Recipient(
        person, wishes, row["mailed_at"], row["unreached"], row["pushes"], tuple(row["hooks"])
    )
