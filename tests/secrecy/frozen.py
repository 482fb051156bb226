"""Freezes the clock and randomness, so that two renderings can only differ in what they show."""

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta, tzinfo
from unittest.mock import patch

from django.db import connection
from django.template import defaultfilters, defaulttags
from django.utils import timezone
from django.utils.timesince import timesince, timeuntil
from rest_framework.throttling import SimpleRateThrottle

from accounts.operation import database_clock
from accounts.operation.commit_horizon import horizon
from games.selectors.people import events
from games.selectors.results import records
from tests import id_sequences
from tests.narrowing import not_none

_chance = random.Random()


@contextmanager
def frozen() -> Iterator[None]:
    """Context manager: freezes the time, without rate limits or waiting for last answers."""
    moment = datetime.now(UTC)
    connection.run_on_commit.clear()
    with ExitStack() as still:
        for clock in (timezone, defaulttags):
            still.enter_context(patch.object(clock, "datetime", _clock_at(moment)))
        for text in (timesince, timeuntil):
            still.enter_context(patch.object(defaultfilters, text.__name__, _said_at(moment, text)))
        still.enter_context(patch.object(time, "time", moment.timestamp))
        still.enter_context(patch.object(database_clock, "_asked", timedelta))
        # Cursors hold it, and it moves on with whatever else is written in the server.
        for module in (records, events):
            still.enter_context(patch.object(module, "horizon", _fixed(horizon())))
        still.enter_context(patch.object(os, "urandom", _bytes))
        for name, chance in _CHANCE.items():
            still.enter_context(patch.object(random.SystemRandom, name, chance))
        still.enter_context(patch.object(SimpleRateThrottle, "allow_request", _always))
        still.enter_context(patch("games.web.hands.bidding.PATIENCE", 0))
        # Reads write no log lines, however busy the machine is.
        still.enter_context(patch("tideweb.request_id.SLOW", float("inf")))
        still.enter_context(
            patch("games.services.wake_workers.BrokerPause.until", 0.0)
        )  # of earlier tests
        yield


def _fixed(number: int) -> Callable[[], int]:
    return lambda: number


def same_chance() -> None:
    """Restarts randomness: the same is drawn as after the last call."""
    _chance.seed(4711)
    random.seed(4711)


@contextmanager
def undone(*, numbers: bool = False) -> Iterator[None]:
    """Context manager: rolls back everything inside; if asked, also the ids of new rows."""
    with id_sequences.kept() if numbers else nullcontext():
        savepoint = not_none(connection.savepoint())
        try:
            yield
        finally:
            connection.needs_rollback = False
            connection.savepoint_rollback(savepoint)
            connection.savepoint_commit(savepoint)
            connection.run_on_commit.clear()


def _clock_at(moment: datetime) -> type[datetime]:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return moment.astimezone(tz)

    return Clock


def _said_at(moment: datetime, words: Callable[..., str]) -> Callable[..., str]:
    """`timesince` and `timeuntil` with our time, since they read the clock themselves."""
    return lambda value, now=None: words(value, now or moment)


def _bytes(count: int) -> bytes:
    return _chance.randbytes(count)


def _always(*_args: object) -> bool:
    return True


_CHANCE = {
    "random": lambda _self: _chance.random(),
    "getrandbits": lambda _self, bits: _chance.getrandbits(bits),
    "randbytes": lambda _self, count: _chance.randbytes(count),
}
