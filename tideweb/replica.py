"""Pages that may be seconds old are read from a replica; what one has just written is not.

Views are named here and not decorated there: which reads are old enough is the operator's matter,
and no view behaves otherwise with or without a replica.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase

REPLICA = "replica"
READING = ("GET", "HEAD")
COOKIE, SECONDS = "wrote", 10  # whoever wrote sees the primary for so long
OLD_ENOUGH = frozenset(
    {
        "compare", "comparison", "course", "games", "league", "leagues", "people", "person",
        "rating_steps", "ratings", "record", "replay", "season", "seats", "verify",
    }
)  # fmt: skip
_old_is_fine: ContextVar[bool] = ContextVar("old_is_fine", default=False)
Respond = Callable[[HttpRequest], HttpResponseBase]


class ReplicaRouter:
    """Django's router: what is read while old data will do comes from the replica."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        return REPLICA if _old_is_fine.get() else None

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return "default"

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        return False if db == REPLICA else None


class ReplicaMiddleware:
    """Stands before all that reads; there is nothing to do without a replica."""

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
        """Only now it is known what is asked for."""
        match = request.resolver_match
        old_enough = match is not None and match.url_name in OLD_ENOUGH
        wrote = COOKIE in request.COOKIES or "Authorization" in request.headers
        if old_enough and request.method in READING and not wrote:
            _old_is_fine.set(True)
