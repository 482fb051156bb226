"""Makes a request in both worlds, and compares everything that results."""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from unittest.mock import patch

from celery import Celery
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponseBase

from accounts.models import Notice
from accounts.rows import fetch
from tests.secrecy.frozen import same_chance, undone
from tests.secrecy.observers import Observer
from tideweb.request_id import HEADER

LOUD = ("games", "accounts", "tideweb")
# Whom somebody doesn't want to hear from is different in the other world, and these go to nobody
# who doesn't. Whoever asked sees neither the notice nor that there is none, as long as it tells no
# more than this.
WISHED, TOLD = ("friend_asked", "seat_kept", "rematch"), {"person", "game"}


@dataclass(frozen=True)
class BaseApiView:
    """One request that an observer may make."""

    route: str
    method: str
    path: str
    data: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    json: bool = False

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.data or ''} {dict(self.headers) or ''}".rstrip()


# A form's token is random for each visitor; how much was drawn before depends on what the process
# has cached, such as the first wrong password.
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


@dataclass(frozen=True)
class Answer:
    """The response, and its side effects."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    effects: tuple[str, ...]


def ask(observer: Observer, request: BaseApiView) -> Answer:
    """Makes the request; all changes are rolled back."""
    safe = request.method in ("GET", "HEAD", "OPTIONS")
    with undone(numbers=not safe), _overheard() as effects:
        same_chance()
        newest = 0 if safe else _newest_notice()
        response = _sent(observer, request)
        body = b"".join(response) if response.streaming else response.content
        commit()
        effects += [] if safe else _noticed(newest)
    return Answer(response.status_code, _headers(response), TOKEN.sub(b"", body), tuple(effects))


def _sent(observer: Observer, request: BaseApiView) -> Any:
    client = observer.client
    client.cookies = SimpleCookie(observer.cookies.output(header="", sep=";"))
    kwargs: dict[str, Any] = {"headers": dict(request.headers)}
    if request.json:
        kwargs["content_type"] = "application/json"
    if request.data is not None:
        kwargs["data"] = request.data
    return getattr(client, request.method.lower())(request.path, **kwargs)


# A random number, and counts of earlier requests: the same in both worlds.
PASSING = (HEADER, "RateLimit")


def _headers(response: HttpResponseBase) -> tuple[tuple[str, str], ...]:
    """All headers except the random request id; of cookies only the names, since their values are
    the visitor's own.
    """
    names = sorted(response.cookies)
    told = {name: text for name, text in response.headers.items() if name not in PASSING}
    return (*sorted(told.items()), *(("Set-Cookie", name) for name in names))


@contextmanager
def _overheard() -> Iterator[list[str]]:
    """Records what is logged, sent to workers, and cached."""
    effects: list[str] = []
    with ExitStack() as ears:
        ears.enter_context(_listening(effects))
        ears.enter_context(patch.object(Celery, "send_task", _noting(effects, "task")))
        for kind in {type(caches[name]) for name in ("default", "throttle")}:
            for verb in ("set", "add", "get"):
                noting = _noting(effects, f"cache {verb}", getattr(kind, verb))
                ears.enter_context(patch.object(kind, verb, noting))
        yield effects


def _noting(effects: list[str], what: str, then: Any = None) -> Any:
    def note(self: Any, *args: Any, **kwargs: Any) -> Any:
        effects.append(f"{what} {args!r} {kwargs!r}")
        return then(self, *args, **kwargs) if then else None

    return note


@contextmanager
def _listening(effects: list[str]) -> Iterator[None]:
    root = logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in LOUD}
    others, root.handlers = root.handlers, [_Ear(effects)]
    for name in LOUD:
        logging.getLogger(name).setLevel(logging.DEBUG)
    try:
        yield
    finally:
        root.handlers = others
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


class _Ear(logging.Handler):
    def __init__(self, effects: list[str]) -> None:
        super().__init__()
        self._effects = effects

    def emit(self, record: logging.LogRecord) -> None:
        self._effects.append(f"log {record.name} {self.format(record)}")


def commit() -> None:
    """Runs `on_commit` callbacks now: waking workers."""
    waiting, connection.run_on_commit = connection.run_on_commit, []
    for run in [each[1] for each in waiting]:
        run()


def _newest_notice() -> int:
    ((newest,),) = fetch("SELECT coalesce(max(id), 0) FROM accounts_notice", {})
    return int(newest)


def _noticed(newest: int) -> list[str]:
    rows = Notice.objects.filter(pk__gt=newest).order_by("pk")
    told = rows.values_list("recipient_id", "address", "kind", "event", "facts", "send_after")
    return [f"notice {row!r}" for row in told if row[2] not in WISHED or row[4].keys() - TOLD]


def differences(
    requests: Sequence[Any], here: Sequence[Any], there: Sequence[Any]
) -> Iterator[str]:
    """The differences between both worlds, in words."""
    for request, one, other in zip(requests, here, there, strict=True):
        if one != other:
            yield f"{request}: {_first(one, other)}"


def _first(one: Any, other: Any) -> str:
    if not isinstance(one, Answer):
        return f"{one!r} and {other!r}"
    for name in ("status", "headers", "effects"):
        a, b = getattr(one, name), getattr(other, name)
        if a != b:
            return f"{name} {_unlike(a, b)}"
    pairs = zip(one.body, other.body, strict=False)
    place = next((at for at, (a, b) in enumerate(pairs) if a != b), len(one.body))
    here, there = (body[max(0, place - 80) : place + 60] for body in (one.body, other.body))
    return f"from byte {place} on: {here!r} and {there!r}"


def _unlike(one: Any, other: Any) -> str:
    if not isinstance(one, tuple):
        return f"{one!r} and {other!r}"
    return f"{sorted(set(one) - set(other))!r} and {sorted(set(other) - set(one))!r}"
