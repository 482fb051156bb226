"""Recipients of notices with their preferences and channels, read in one query."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from accounts import rows
from accounts.models import Notice, User
from accounts.notifications.channels.names import HOOK, MAIL, PUSH, SITE
from accounts.notifications.kinds import KINDS, Gathers, gathering
from accounts.operation import database_clock

AN_HOUR = timedelta(hours=1)
# The columns that say when and where a person may be notified.
PERSON = rows.Columns(
    User, "id", "kind", "email", "name", "zone", "language", "quiet_from", "quiet_to", "digest",
    "digest_hour", "answered_at", "remind_hours", "is_active",
)  # fmt: skip
SENT = Notice.State.SENT.value
# The columns that `recipient` expects, for a query that calls accounts_user `person`. Channel and
# state are written out: PostgreSQL uses the index `notice_mailed` only where it can see them.
OF_PERSON = f"""
    {PERSON.of("person")},
    (
        SELECT jsonb_agg(jsonb_build_array(kind, channel, about, wanted))
        FROM accounts_choice WHERE user_id = person.id AND about = ANY(%(abouts)s)
    ),
    (
        SELECT finished_at FROM accounts_notice
        WHERE recipient_id = person.id AND channel = '{MAIL}' AND state = '{SENT}'
            AND kind = ANY(%(gathered)s)
            AND finished_at > greatest(%(since)s, person.answered_at)
        ORDER BY finished_at DESC LIMIT 1
    ),
    EXISTS (
        SELECT FROM accounts_suppression
        WHERE address = lower(person.email) AND reason = 'bounced'
    ),
    EXISTS (SELECT FROM accounts_pushdevice WHERE user_id = person.id),
    ARRAY(SELECT id FROM accounts_webhook WHERE user_id = person.id AND disabled_at IS NULL)
"""  # noqa: S608 (names of columns)
PEOPLE = f"""
    SELECT {OF_PERSON} FROM accounts_user AS person
    WHERE id = ANY(%(ids)s) AND kind = 'person' AND is_active
"""  # noqa: S608 (names of columns)
IS_THERE = "UPDATE accounts_user SET answered_at = %(now)s WHERE id = %(id)s RETURNING id"


class Way(NamedTuple):
    """A channel, its target (a webhook's id), and whether the notice also shows in-app."""

    channel: str
    target: int | None = None
    shown: bool = False


@dataclass(frozen=True)
class Recipient:
    """A person who can be notified.

    `wishes`: their explicit preferences by (kind, channel, about), where "" is the general one.
    `mailed_at`: the last e-mail about waiting hands within the past hour, unless they have answered
    one since.
    `unreached`: their address bounces, so what they want by e-mail is shown in-app.
    `hooks`: ids of their active webhooks.
    """

    user: User
    wishes: dict[tuple[str, str, str], bool]
    mailed_at: datetime | None
    unreached: bool = False
    pushes: bool = False
    hooks: tuple[int, ...] = ()

    def ways(self, kind: str, about: str = "") -> Iterator[Way]:
        """The channels for this kind; e-mail and in-app share one row.

        Unsolicited kinds get a row even if they are unwanted, so that the work done doesn't tell
        the sender about the recipient's preferences.
        """
        known = KINDS.get(kind)
        ways = known.ways if known else (MAIL,)
        hidden = known is not None and known.unasked is not None
        wanted = MAIL in ways and self._wishes(kind, MAIL, about)
        letter = wanted or (hidden and MAIL in ways)
        shown = SITE in ways and ((self.unreached and wanted) or self._wishes(kind, SITE, about))
        if letter or shown:
            yield Way(MAIL if letter else SITE, None, shown)
        if PUSH in ways and self.pushes and self._wishes(kind, PUSH, about):
            yield Way(PUSH)
        if HOOK in ways and self.hooks and self._wishes(kind, HOOK, about):
            yield from (Way(HOOK, target) for target in self.hooks)

    def _wishes(self, kind: str, channel: str, about: str) -> bool:
        """The rule of `accounts.notifications.eligibility`, which asks again before sending."""
        known = KINDS.get(kind)
        if known is None or not known.optional:
            return True
        chosen = self.wishes.get((kind, channel, ""), known.usual(channel))
        return self.wishes.get((kind, channel, about), chosen)


def read(ids: Collection[int], now: datetime, abouts: Collection[str] = ()) -> dict[int, Recipient]:
    """Recipients by id; bots, guests and closed accounts are left out.

    `abouts`: scopes such as "game:12" whose preferences are read besides the general ones.
    """
    if not ids:
        return {}
    people = rows.fetch(PEOPLE, {"ids": list(ids), **values(now, abouts)})
    return {row[0]: recipient(row) for row in people}


def values(now: datetime, abouts: Collection[str]) -> dict[str, Any]:
    """The parameters for a query that contains `OF_PERSON`."""
    return {
        "abouts": ["", *abouts],
        "gathered": gathering(Gathers.HANDS),  # including those in a digest
        "since": now - AN_HOUR,
    }


def recipient(row: Sequence[Any]) -> Recipient:
    """The recipient in a row of `OF_PERSON`; may be a bot, a guest, or a closed account."""
    person, (chosen, mailed_at, unreached, pushes, hooks) = PERSON.take(row)
    if person is None:
        raise User.DoesNotExist
    told = json.loads(chosen) if chosen else ()
    wishes = {(kind, way, about): on for kind, way, about, on in told}
    return Recipient(person, wishes, mailed_at, unreached, pushes, tuple(hooks))


def is_there(user: User) -> None:
    """Notes that this person has just answered a letter, so the next hand is sent at once."""
    rows.fetch(IS_THERE, {"id": user.pk, "now": database_clock.now()})
