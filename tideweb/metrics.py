"""Prometheus metrics; a dashboard and alerts for them are in deploy/."""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from secrets import compare_digest

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from accounts.operation import database_clock
from games.selectors import backlog, due, table_sizes
from games.selectors.backlog import Backlog
from games.selectors.due import set_aside
from games.selectors.moderation import health
from tideweb import backup_watch
from tideweb.broker_queue import queue_lengths
from tideweb.instrumentation import counted

log = logging.getLogger(__name__)
Gauge = GaugeMetricFamily
Values = dict[str, float]
Respond = Callable[[HttpRequest], HttpResponseBase]


class Installation(Collector):
    """Reads from database and broker on each scrape, so that every process reports the same."""

    def collect(self) -> Iterator[Gauge]:
        try:
            found = [*_database(timezone.now())]
        except DatabaseError:
            log.exception("Reading the metrics failed.")
            found = []
        yield Gauge("tideweb_database_up", "1 while the database answers.", bool(found))
        yield from found
        waiting: Values = {**queue_lengths()}
        yield _by("tideweb_queue_length", "Messages that wait in the broker.", "queue", waiting)


def _database(now: datetime) -> Iterator[Gauge]:
    yield from _parts(now)
    yield from _hands(now)
    yield from _letters(now)
    yield from _growth(now)
    yield from _backup()
    ages = {name: _age(at, now) for name, at in backlog.heartbeats().items()}
    yield _by(
        "tideweb_heartbeat_age_seconds", "Time since the last heartbeat of a part.", "part", ages
    )
    ahead: Values = {wrong.host: wrong.seconds for wrong in database_clock.wrong_lately()}
    told = "How far the clocks of hosts with wrong clocks are ahead of the database's."
    yield _by("tideweb_clock_ahead_seconds", told, "host", ahead)


def _parts(now: datetime) -> Iterator[Gauge]:
    """The same checks as on the index page of the panel."""
    parts = health.parts()
    good: Values = {part.name: part.good for part in parts}
    yield _by("tideweb_part_good", "1 while a part does well.", "part", good)
    waiting: Values = {part.name: part.count for part in parts if part.count is not None}
    yield _by("tideweb_part_waiting", "What waits there.", "part", waiting)
    ages = {part.name: _age(part.since, now) for part in parts if part.since}
    told = "Since when the oldest waits; of worker and letters, since the last sign of life."
    yield _by("tideweb_part_age_seconds", told, "part", ages)


def _hands(now: datetime) -> Iterator[Gauge]:
    ready, over = backlog.ready_hands(now), backlog.due_clocks(now)
    yield Gauge("tideweb_ready_hands", "Full hands that are to be turned.", ready.count)
    yield Gauge("tideweb_ready_age_seconds", "How long the oldest waits.", _waits(ready, now))
    yield Gauge("tideweb_due_clocks", "Clocks that ran out, not dealt with yet.", over.count)
    yield Gauge("tideweb_due_age_seconds", "How long the oldest waits.", _waits(over, now))
    failed = set_aside().count()
    yield Gauge("tideweb_hands_set_aside", "Hands that fail and are tried again.", failed)
    yield Gauge("tideweb_miss_share", "Of the last 1000 clocks: ran out.", backlog.miss_share())


def _letters(now: datetime) -> Iterator[Gauge]:
    outbox = backlog.outbox(now)
    counts: Values = {channel: found.count for channel, found in outbox.items()}
    yield _by("tideweb_outbox_due", "Notices that are due.", "channel", counts)
    ages = {channel: _waits(found, now) for channel, found in outbox.items()}
    yield _by("tideweb_outbox_age_seconds", "How long the oldest waits.", "channel", ages)
    failed: Values = dict(backlog.failed_letters())
    yield _by("tideweb_letters_failed", "Letters that never went, or perhaps.", "state", failed)
    mails = backlog.unread_mails()
    yield Gauge("tideweb_mail_in_waiting", "Mails that nobody has read yet.", mails.count)
    yield Gauge("tideweb_mail_in_age_seconds", "How long the oldest waits.", _waits(mails, now))
    broke = backlog.failed_mails()
    yield Gauge("tideweb_mail_in_failed", "Mails that our reader broke at.", broke)


def _growth(now: datetime) -> Iterator[Gauge]:
    count = due.count_to_compact(now)
    yield Gauge("tideweb_games_to_compact", "Games over for long that have all rows.", count)
    tables = table_sizes.tables()
    rows: Values = {table.name: table.rows for table in tables}
    yield _by("tideweb_table_rows", "About how many rows a table has.", "table", rows)
    sizes: Values = {table.name: table.bytes for table in tables}
    yield _by("tideweb_table_bytes", "Its size, with indexes.", "table", sizes)


def _backup() -> Iterator[Gauge]:
    """How old the last base is, `tideweb_heartbeat_age_seconds` tells."""
    if (slot := backup_watch.slot()) is None:
        return
    told = "1 while backup --follow streams the write-ahead log."
    yield Gauge("tideweb_backup_followed", told, slot.followed)
    if slot.kept is not None:
        told = "Write-ahead log that the server keeps for backup --follow."
        yield Gauge("tideweb_backup_log_kept_bytes", told, slot.kept)


def _by(name: str, told: str, label: str, values: Values) -> Gauge:
    gauge = Gauge(name, told, labels=[label])
    for key, value in values.items():
        gauge.add_metric([key], value)
    return gauge


def _age(at: datetime, now: datetime) -> float:
    return max(0.0, (now - at).total_seconds())


def _waits(backlog: Backlog, now: datetime) -> float:
    return _age(backlog.oldest, now) if backlog.oldest else 0.0


def may_read(authorization: str) -> bool:
    """Whether this header contains METRICS_TOKEN; always False if that isn't set."""
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    return bool(settings.METRICS_TOKEN) and compare_digest(authorization.encode(), wanted.encode())


def exposition() -> bytes:
    """All metrics in the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(Installation())
    return generate_latest(registry) + generate_latest(counted())


def metrics_middleware(respond: Respond) -> Respond:
    """Answers /metrics for those who know the token; to others there is nothing there.

    It comes before the checks of host and scheme: Prometheus asks each process by its own name and
    by http, not by the address of the site.
    """
    if not settings.METRICS_TOKEN:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponseBase:
        asked = request.path == "/metrics" and request.method == "GET"
        if not asked or not may_read(request.headers.get("Authorization", "")):
            return respond(request)
        headers = {"Cache-Control": "no-store"}
        return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST, headers=headers)

    return answer
