"""Delivery statistics by receiving provider and day, for the operator of the mail server.

Domains are named only if at least three people have addresses there, so that no line is about a
single person. E-mails whose status nobody may see yet are left out, and so is today.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.db.models import BigIntegerField, Count, F, Func, Q, TextField, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, Lower, NullIf, TruncDate
from django.utils import timezone

from accounts.email.delivery_reports import ReportKind
from accounts.models import Bounce, Notice
from accounts.notifications.channels.names import MAIL
from accounts.notifications.kinds import for_moderators
from games.models import Hand, InboundMail

DAYS = 14
MIN_PEOPLE = 3  # people; domains with fewer aren't named
OTHERS = ""
COLUMNS = ("sent", "deferred", "bounced", "complained", "held")
State = Notice.State
TRIED = (State.SENT, State.FAILED, State.UNKNOWN)  # their last attempt wasn't deferred
# Not accepted at the first attempt, whatever became of it later.
DEFERRED = Q(attempts__gt=1) | (Q(attempts=1) & ~Q(state__in=TRIED))
HELD = "mail_held"
ABOUT_OPEN_HANDS = (Hand.State.OPEN, Hand.State.READY)
Counts = dict[str, int]
Rows = Iterable[tuple[str, date, int]]
Dated = Any  # rows with the names `domain` and `day`


@dataclass
class Provider:
    """Counts for one domain (empty: all small ones together), in total and by day."""

    domain: str
    total: Counts = field(default_factory=lambda: dict.fromkeys(COLUMNS, 0))
    days: dict[date, Counts] = field(default_factory=dict)

    def add(self, day: date, column: str, count: int) -> None:
        self.total[column] += count
        found = self.days.setdefault(day, dict.fromkeys(COLUMNS, 0))
        found[column] += count

    @property
    def rows(self) -> list[tuple[date, list[int]]]:
        """Counts by day in the order of `COLUMNS`, newest day first."""
        return [(day, list(self.days[day].values())) for day in sorted(self.days, reverse=True)]


def by_provider() -> list[Provider]:
    """The last two weeks without today; the providers with the most e-mails first."""
    until = timezone.localdate()
    since = until - timedelta(days=DAYS)
    named = _named(since)
    found: dict[str, Provider] = {}
    for column, rows in _all(since, until):
        for domain, day, count in rows:
            name = domain if domain in named else OTHERS
            found.setdefault(name, Provider(name)).add(day, column, count)
    return sorted(found.values(), key=lambda each: (-each.total["sent"], each.domain))


def _all(since: date, until: date) -> Iterable[tuple[str, Rows]]:
    span = {"day__gte": since, "day__lt": until}
    yield "sent", _counted(_letters("finished_at").filter(state=State.SENT, **span))
    # By the day they were due, which stays the same however long they wait.
    yield "deferred", _counted(_letters("send_after").filter(DEFERRED, **span))
    reports = _with_domain(Bounce.objects.annotate(day=TruncDate("at")), F("address"))
    complaint = Q(sort=ReportKind.COMPLAINT.value)
    yield "bounced", _counted(reports.filter(~complaint, **span))
    yield "complained", _counted(reports.filter(complaint, **span))
    yield "held", _counted(_held(since).filter(**span))


def _letters(moment: str) -> Dated:
    rows = for_moderators(Notice.objects.filter(channel=MAIL, digest=None))
    rows = rows.annotate(day=TruncDate(moment))
    return _with_domain(rows, Coalesce(NullIf("address", Value("")), "recipient__email"))


def _held(since: date) -> Dated:
    """Received e-mails held because they might be forged, except those about open hands.

    A letter asked about each, or would have if there hadn't been too many (`held_back`). Once its
    owner confirms one, another letter answers it, and only the notice tells that it was held.
    """
    letters = Notice.objects.filter(kind=HELD, created_at__date__gte=since)
    asked = letters.annotate(mail=Cast(KT("facts__mail"), BigIntegerField())).values("mail")
    rows = InboundMail.objects.filter(Q(letter=HELD) | Q(held_back=HELD) | Q(pk__in=asked))
    rows = rows.exclude(address__hand__state__in=ABOUT_OPEN_HANDS)
    rows = rows.exclude(address__topics__hand__state__in=ABOUT_OPEN_HANDS)
    rows = rows.annotate(day=TruncDate("received_at"))
    return _with_domain(rows, F("address__user__email"))


def _with_domain(rows: Dated, email: object) -> Dated:
    part = Func(Lower(email), Value("@"), Value(2), function="split_part", output_field=TextField())
    return rows.annotate(domain=part)


def _counted(rows: Dated) -> Rows:
    groups = rows.order_by().values_list("domain", "day")
    return list(groups.annotate(count=Count("pk")))


def _named(since: date) -> set[str]:
    """The domains with at least `MIN_PEOPLE` recipients."""
    rows = _letters("created_at").filter(day__gte=since).order_by().values("domain")
    found = rows.annotate(people=Count("recipient", distinct=True)).filter(people__gte=MIN_PEOPLE)
    return set(found.values_list("domain", flat=True))
