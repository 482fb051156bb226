"""Metrics: duration of requests and tasks, and their share of database time.

Each process counts for itself. With several on one host, set PROMETHEUS_MULTIPROC_DIR to a folder
that is empty at startup, in which prometheus-client combines them (docs/operating.md).
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
    """A database execute wrapper that adds up the time of queries."""

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
    """Counts requests; disabled without METRICS_TOKEN."""
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
    """The entry point of a path: api, admin, mail, health or web."""
    return ENTRIES.get(path.split("/", 2)[1], "web")


@task_prerun.connect
def begin_task(task_id: str = "", **_: Any) -> None:
    """Signal receiver. Tasks are tracked by id, since a thread pool runs several at once."""
    if settings.METRICS_TOKEN:
        _begun[task_id] = time.perf_counter()


@task_postrun.connect
def end_task(task_id: str = "", task: Any = None, state: str | None = None, **_: Any) -> None:
    """Signal receiver, also called for failed tasks."""
    if (begun := _begun.pop(task_id, None)) is not None:
        tasks.labels(task.name, state or "unknown").observe(time.perf_counter() - begun)


def counted() -> CollectorRegistry:
    """The counts of this process, or of all processes on this host."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return COUNTED
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    return registry
