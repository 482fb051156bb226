"""Reads some pages from a replica, except for visitors who have just written something.

While the replica does not answer, they are read from the primary.

The views are listed here rather than decorated, since a replica is the operator's choice and no
view behaves differently with one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import Error, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase

log = logging.getLogger(__name__)
REPLICA = "replica"
PAUSE = 30.0  # seconds before asking a replica again that didn't answer
READING = ("GET", "HEAD")
COOKIE, SECONDS = "wrote", 10  # a visitor who wrote uses the primary for this long
OLD_ENOUGH = frozenset(
    {
        "compare", "comparison", "course", "games", "league", "leagues", "people", "person",
        "rating_steps", "ratings", "record", "replay", "season", "seats", "verify",
    }
)  # fmt: skip
_old_is_fine: ContextVar[bool] = ContextVar("old_is_fine", default=False)
_away_until = 0.0  # monotonic time
Respond = Callable[[HttpRequest], HttpResponseBase]


class ReplicaRouter:
    """Database router: reads from the replica while slightly stale data is acceptable."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        return REPLICA if _old_is_fine.get() else None

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return "default"

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        return False if db == REPLICA else None


class ReplicaMiddleware:
    """Must come before anything that reads; disabled without a replica."""

    def __init__(self, respond: Respond) -> None:
        if not settings.DATABASE_ROUTERS:
            raise MiddlewareNotUsed
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        token = _old_is_fine.set(False)
        try:
            response = self.respond(request)
        finally:
            _old_is_fine.reset(token)
        if request.method not in READING and isinstance(response, HttpResponse):
            response.set_cookie(
                COOKIE, "1", max_age=SECONDS, secure=settings.HTTPS, httponly=True, samesite="Lax"
            )
        return response

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        """Chooses the replica for listed views; only here is the view known."""
        match = request.resolver_match
        old_enough = match is not None and match.url_name in OLD_ENOUGH
        wrote = COOKIE in request.COOKIES or "Authorization" in request.headers
        if old_enough and request.method in READING and not wrote and is_there():
            _old_is_fine.set(True)


def is_there() -> bool:
    """Whether the replica answers; for `PAUSE` seconds after it didn't, nobody asks."""
    global _away_until
    if time.monotonic() < _away_until:
        return False
    if is_back := _away_until > 0:
        _away_until = time.monotonic() + PAUSE  # only this thread waits for it
    try:
        line = connections[REPLICA]
        line.close_if_health_check_failed()
        line.ensure_connection()
    except Error as error:
        _away_until = time.monotonic() + PAUSE
        log.warning("The replica does not answer; pages are read from the primary: %s", error)
        return False
    if is_back:
        _away_until = 0.0
        log.info("The replica answers again.")
    return True
