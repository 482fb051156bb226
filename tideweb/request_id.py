"""An id for each request: in its response and in all log lines it leads to, including those of its
tasks and e-mails.
"""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from structlog.contextvars import bind_contextvars, get_contextvars, unbind_contextvars

log = logging.getLogger(__name__)
HEADER = "X-Request-ID"
NAME = "request_id"
SOUND = re.compile(r"[A-Za-z0-9._-]{8,64}", re.ASCII)
SLOW = 1.0  # seconds; slower reads are logged too
READING = ("GET", "HEAD", "OPTIONS")
Respond = Callable[[HttpRequest], HttpResponseBase]


def request_id_middleware(respond: Respond) -> Respond:
    """Must come before anything that logs."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        given = id_of(request)
        bind_contextvars(**{NAME: given})
        begun = time.monotonic()
        try:
            response = respond(request)
            took = time.monotonic() - begun
            if request.method not in READING or response.status_code >= 500 or took >= SLOW:
                # The route holds no secrets; the person and the path stay out of the log.
                route = request.resolver_match.route if request.resolver_match else "none"
                seconds = {"seconds": round(took, 3)}
                log.info("%s %s: %s", request.method, route, response.status_code, extra=seconds)
        finally:
            unbind_contextvars(NAME)
        response[HEADER] = given
        return response

    return answer


def id_of(request: HttpRequest) -> str:
    """The id from our own proxy, or a new one; ids from strangers could be forged."""
    given = request.headers.get(HEADER, "") if settings.TRUSTED_PROXIES else ""
    return given if SOUND.fullmatch(given) else uuid.uuid4().hex


@before_task_publish.connect
def hand_on(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Passes the request's id on to a task."""
    if headers is not None and NAME in (bound := get_contextvars()):
        headers[NAME] = bound[NAME]


@task_prerun.connect
def take_over(task: Any = None, **_: Any) -> None:
    """Binds the id to the task's log lines; tasks from beat use their own id."""
    given = getattr(task.request, NAME, None) or task.request.id
    bind_contextvars(**{NAME: given})


@task_postrun.connect
def let_go(**_: Any) -> None:
    """Unbinds the id after the task."""
    unbind_contextvars(NAME)
