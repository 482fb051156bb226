"""Messages to the worker, kept until they are carried out; some are lost, as in real life."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from celery import current_app
from celery.app import app_or_default
from django.conf import settings

from accounts.notifications import delivery

Task = tuple[str, tuple[Any, ...]]
OURS = ("accounts.", "games.")
DELIVER = "accounts.tasks.deliver"


class Waking:
    """The messages to the worker; the share `lost` never arrives."""

    def __init__(self, lost: float, chance: random.Random) -> None:
        self._lost, self._chance = lost, chance
        self._tasks: dict[Task, None] = {}  # in the order of their arrival, without duplicates

    def hear(self, task: str, args: tuple[Any, ...] = (), **_: Any) -> None:
        """Replaces sending to the broker."""
        if self._chance.random() >= self._lost:
            self._tasks[task, tuple(args)] = None

    def next(self) -> Callable[[], object] | None:
        """The next task; None if there is none.

        Tasks about one hand or person go before those about all: letters are written when nothing
        else is left to do.
        """
        if not self._tasks:
            return None
        first = next((task for task in self._tasks if task[1]), next(iter(self._tasks)))
        del self._tasks[first]
        return lambda: run(*first)


def run(name: str, args: tuple[Any, ...] = ()) -> None:
    """Carries out a task before it returns; a real worker sends letters in a thread, which would
    know nothing of virtual time.
    """
    if name == DELIVER:
        delivery.deliver()
    else:
        current_app.tasks[name](*args)


def sweep() -> None:
    """Runs everything that beat schedules, once."""
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        task = str(entry["task"])
        if task.startswith(OURS):
            run(task)


@contextmanager
def heard(lost: float, chance: random.Random) -> Iterator[Waking]:
    """Context manager: the yielded object receives all messages instead of the broker."""
    app = app_or_default()
    app.loader.import_default_modules()
    waking = Waking(lost, chance)
    vars(app)["send_task"] = waking.hear
    try:
        yield waking
    finally:
        del vars(app)["send_task"]
