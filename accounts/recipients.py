"""Those who are to be told something: what they wish, by which ways, read all at once."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import JSONObject, Lower

from accounts.channels.names import HOOK, MAIL, PUSH, SITE
from accounts.kinds import KINDS, Gathers, gathering
from accounts.models import Choice, Notice, PushDevice, Suppression, User, Webhook

AN_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Recipient:
    """A person who can be told something.

    `wishes` by kind and channel, where they said so; `mailed_at`: when within the last hour a
    letter about hands that wait went to them; `unreached`: letters to their address come back,
    so what they wish by letter is told on the site; `hooks`: the webhooks that are called.
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
        usual = known is not None and known.default
        if known is not None and not known.optional:
            return True
        return self.wishes.get((kind, channel), usual)


def read(ids: Collection[int], now: datetime) -> dict[int, Recipient]:
    """People among these, by id; bots, guests and closed accounts are left out."""
    if not ids:
        return {}
    own = {"user": OuterRef("pk")}
    chosen = Choice.objects.filter(**own).values(
        json=JSONObject(kind="kind", channel="channel", wanted="wanted")
    )
    letters = Notice.objects.filter(
        recipient=OuterRef("pk"),
        channel=MAIL,
        state=Notice.State.SENT,
        kind__in=[*gathering(Gathers.HANDS), "digest"],
        finished_at__gt=now - AN_HOUR,
    ).order_by("-finished_at")
    stopped = Suppression.objects.filter(address=Lower(OuterRef("email")), reason="bounced")
    people = User.objects.filter(id__in=ids, kind=User.Kind.PERSON, is_active=True).annotate(
        chosen=ArraySubquery(chosen),
        mailed_at=Subquery(letters.values("finished_at")[:1]),
        unreached=Exists(stopped),
        pushes=Exists(PushDevice.objects.filter(**own)),
        hooks=ArraySubquery(Webhook.objects.filter(**own, disabled_at=None).values("pk")),
    )
    return {person.pk: _recipient(person) for person in people}


def _recipient(person: User) -> Recipient:
    row = vars(person)
    wishes = {(each["kind"], each["channel"]): each["wanted"] for each in row["chosen"]}
    return Recipient(
        person, wishes, row["mailed_at"], row["unreached"], row["pushes"], tuple(row["hooks"])
    )
