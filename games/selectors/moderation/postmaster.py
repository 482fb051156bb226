"""How letters fare by receiving provider and day, for who runs the mail server.

Providers are told by domain where at least three people have addresses, so that no line is about
one person; letters whose fate nobody may see now are left out, and so is today.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, F, Func, Q, TextField, Value
from django.db.models.functions import Coalesce, Lower, NullIf, TruncDate
from django.utils import timezone

from accounts.email.delivery_reports import ReportKind
from accounts.models import Bounce, Notice
from accounts.notifications.channels.names import MAIL
from accounts.notifications.kinds import shown
from games.models import Hand, InboundMail

DAYS = 14
FEW = 3  # people of a provider; of fewer it is not named
OTHERS = ""
COLUMNS = ("sent", "deferred", "bounced", "complained", "held")
State = Notice.State
Counts = dict[str, int]
Rows = Iterable[tuple[str, date, int]]
Dated = Any  # rows with the names `domain` and `day`


@dataclass
class Provider:
    """What became of letters to one domain (empty: to all small ones), in all and by day."""

    domain: str
    total: Counts = field(default_factory=lambda: dict.fromkeys(COLUMNS, 0))
    days: dict[date, Counts] = field(default_factory=dict)

    def add(self, day: date, column: str, count: int) -> None:
        """Counts so many more."""
        self.total[column] += count
        found = self.days.setdefault(day, dict.fromkeys(COLUMNS, 0))
        found[column] += count

    @property
    def rows(self) -> list[tuple[date, list[int]]]:
        """The newest day first."""
        return [(day, list(self.days[day].values())) for day in sorted(self.days, reverse=True)]


def by_provider() -> list[Provider]:
    """The last two weeks without today, by who gets most."""
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
    waiting = _letters("created_at").filter(state=State.QUEUED, attempts__gt=0, **span)
    yield "deferred", _counted(waiting)
    reports = _with_domain(Bounce.objects.annotate(day=TruncDate("at")), F("address"))
    complaint = Q(sort=ReportKind.COMPLAINT.value)
    yield "bounced", _counted(reports.filter(~complaint, **span))
    yield "complained", _counted(reports.filter(complaint, **span))
    yield "held", _counted(_held().filter(**span))


def _letters(moment: str) -> Dated:
    rows = shown(Notice.objects.filter(channel=MAIL, digest=None))
    rows = rows.annotate(day=TruncDate(moment))
    return _with_domain(rows, Coalesce(NullIf("address", Value("")), "recipient__email"))


def _held() -> Dated:
    """Mails of which nobody knew whether they were their person's, about no hand that is open."""
    rows = InboundMail.objects.filter(letter="mail_held").exclude(
        address__hand__state__in=(Hand.State.OPEN, Hand.State.READY)
    )
    rows = rows.annotate(day=TruncDate("received_at"))
    return _with_domain(rows, F("address__user__email"))


def _with_domain(rows: Dated, email: object) -> Dated:
    part = Func(Lower(email), Value("@"), Value(2), function="split_part", output_field=TextField())
    return rows.annotate(domain=part)


def _counted(rows: Dated) -> Rows:
    groups = rows.order_by().values_list("domain", "day")
    return list(groups.annotate(count=Count("pk")))


def _named(since: date) -> set[str]:
    """The domains to which letters went to several people."""
    people: dict[str, int] = defaultdict(int)
    rows = _letters("created_at").filter(day__gte=since).order_by()
    found = rows.values("domain").annotate(people=Count("recipient", distinct=True))
    for row in found:
        people[row["domain"]] += row["people"]
    return {domain for domain, count in people.items() if count >= FEW}
