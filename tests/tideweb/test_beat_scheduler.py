"""Beat goes on when the clock of its host was ahead for a while."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.beat import PersistentScheduler
from celery.utils.imports import symbol_by_name

from tideweb.celery import app

SLOWEST = max(entry["schedule"] for entry in app.conf.beat_schedule.values())


@contextmanager
def beat(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PersistentScheduler]:
    """The scheduler that beat would use, which sends nothing."""
    kind = symbol_by_name(app.conf.beat_scheduler)
    monkeypatch.setattr(kind, "apply_async", lambda *_how, **_more: None)
    scheduler = kind(app=app, schedule_filename=str(folder / "beat"), lazy=False)
    try:
        yield scheduler
    finally:
        scheduler.close()


def ran_tomorrow(scheduler: PersistentScheduler) -> None:
    """The last runs were while the clock was a day ahead."""
    for entry in scheduler.schedule.values():
        entry.last_run_at = app.now() + timedelta(days=1)
    scheduler.populate_heap()


def waits(scheduler: Any) -> float:
    """Seconds until each of our tasks will have been sent; Celery adds one that runs at night."""
    scheduler.tick()
    ours = [event for event in scheduler._heap if event.entry.name in app.conf.beat_schedule]
    assert ours
    return float(max(event.time for event in ours) - time.time())


def test_the_first_tick_after_the_clock_was_set_back_waits_no_longer_than_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with beat(tmp_path, monkeypatch) as scheduler:
        scheduler.tick()
        ran_tomorrow(scheduler)
        assert waits(scheduler) <= SLOWEST + 1


def test_nor_does_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with beat(tmp_path, monkeypatch) as scheduler:
        ran_tomorrow(scheduler)
    with beat(tmp_path, monkeypatch) as scheduler:
        assert waits(scheduler) <= SLOWEST + 1
