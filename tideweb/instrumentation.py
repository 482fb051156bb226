"""Metrics: duration of requests and tasks, and their share of database time.

Each process counts for itself. With several on one host, set PROMETHEUS_MULTIPROC_DIR to a folder
that is empty at startup, in which prometheus-client combines them (docs/operating.md). If that
folder is missing or can't be written, nothing is counted, and nothing else fails.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connection
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import CollectorRegistry, Counter, Histogram, multiprocess, values

log = logging.getLogger(__name__)
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
HOST = socket.gethostname()
Respond = Callable[[HttpRequest], HttpResponseBase]
_begun: dict[str, float] = {}
_told: set[str] = set()


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
        _count_request(entry, status, time.perf_counter() - begun, watch)
        return response

    return answer


def _count_request(entry: str, status: str, seconds: float, watch: Stopwatch) -> None:
    try:
        requests.labels(entry, status).observe(seconds)
        queries.labels(entry).observe(watch.seconds)
        query_count.labels(entry).inc(watch.count)
    except Exception as error:  # noqa: BLE001 – it was answered, and a bid may have been stored
        _not_counted(error)


def _not_counted(error: Exception) -> None:
    """Logs it once for each kind of error."""
    if (kind := type(error).__name__) not in _told:
        _told.add(kind)
        log.error("Requests and tasks are not counted: %s. See manage.py doctor.", error)


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
        try:
            tasks.labels(task.name, state or "unknown").observe(time.perf_counter() - begun)
        except Exception as error:  # noqa: BLE001 – the task is done
            _not_counted(error)


def counted() -> CollectorRegistry:
    """The counts of this process, or of all processes on this host."""
    if (folder := shared_folder()) is None or not folder.is_dir():
        return COUNTED
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    return registry


def process_name() -> str:
    """Names the files of this process in the shared folder: its id alone would not do, since each
    container counts its processes from 1.
    """
    return f"{HOST}-{os.getpid()}"


def shared_folder() -> Path | None:
    """Where the processes of this host add up what they count; None if each counts alone."""
    named = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    return Path(named) if named else None


# Prometheus' own library takes an empty variable for one that is set.
values.ValueClass = values.MultiProcessValue(process_name) if shared_folder() else values.MutexValue
