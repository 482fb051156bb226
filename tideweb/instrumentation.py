"""How long requests and tasks take, and how long of that the database: for /metrics.

Each process counts for itself. Where several answer on one host, PROMETHEUS_MULTIPROC_DIR names a
folder, empty at their start, in which prometheus-client adds them up (docs/operating.md).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connection
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import CollectorRegistry, Counter, Histogram, multiprocess

COUNTED = CollectorRegistry()
SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
requests = Histogram(
    "tideweb_request_seconds", "Time to answer, by entry point and class of the status.",
    ["entry", "status"], buckets=SECONDS, registry=COUNTED,
)  # fmt: skip
queries = Histogram(
    "tideweb_request_query_seconds", "Of that, the time for the database.",
    ["entry"], buckets=SECONDS, registry=COUNTED,
)  # fmt: skip
query_count = Counter("tideweb_queries", "Queries that requests made.", ["entry"], registry=COUNTED)
tasks = Histogram(
    "tideweb_task_seconds", "Time of a task, by how it ended.",
    ["task", "state"], buckets=SECONDS, registry=COUNTED,
)  # fmt: skip
ENTRIES = {
    "api": "api",
    "admin": "admin",
    "anymail": "mail",
    "healthz": "health",
    "metrics": "health",
}
Respond = Callable[[HttpRequest], HttpResponseBase]
_begun: dict[str, float] = {}


class Stopwatch:
    """A wrapper of queries (django.db) that adds up their time."""

    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0

    def __call__(self, execute: Callable[..., Any], *args: Any) -> Any:
        begun = time.perf_counter()
        try:
            return execute(*args)
        finally:
            self.count += 1
            self.seconds += time.perf_counter() - begun


def instrumentation_middleware(respond: Respond) -> Respond:
    """Nothing is counted where nobody may ask for it."""
    if not settings.METRICS_TOKEN:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponseBase:
        entry, watch, begun = entry_of(request.path), Stopwatch(), time.perf_counter()
        with connection.execute_wrapper(watch):
            response = respond(request)
        status = f"{response.status_code // 100}xx"
        requests.labels(entry, status).observe(time.perf_counter() - begun)
        queries.labels(entry).observe(watch.seconds)
        query_count.labels(entry).inc(watch.count)
        return response

    return answer


def entry_of(path: str) -> str:
    """Which entry point an address belongs to: api, admin, mail, health or web."""
    return ENTRIES.get(path.split("/", 2)[1], "web")


@task_prerun.connect
def begin_task(task_id: str = "", **_: Any) -> None:
    """Pools of threads run several at once."""
    if settings.METRICS_TOKEN:
        _begun[task_id] = time.perf_counter()


@task_postrun.connect
def end_task(task_id: str = "", task: Any = None, state: str | None = None, **_: Any) -> None:
    """Also for one that raised."""
    if (begun := _begun.pop(task_id, None)) is not None:
        tasks.labels(task.name, state or "unknown").observe(time.perf_counter() - begun)


def counted() -> CollectorRegistry:
    """What this process counted, or all of this host together."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return COUNTED
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    return registry
