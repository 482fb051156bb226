"""What a worker is woken for, kept until it is done; some of it gets lost, as in life."""

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
    """The messages to the worker; the share `lost` of them never arrives."""

    def __init__(self, lost: float, chance: random.Random) -> None:
        self._lost, self._chance = lost, chance
        self._tasks: dict[Task, None] = {}  # in the order in which they came, each once

    def hear(self, task: str, args: tuple[Any, ...] = (), **_: Any) -> None:
        """In place of the broker."""
        if self._chance.random() >= self._lost:
            self._tasks[task, tuple(args)] = None

    def next(self) -> Callable[[], object] | None:
        """What to do now; None if there is nothing.

        What is said about one hand or person goes before what is about all of them: letters
        are written when nothing follows any more.
        """
        if not self._tasks:
            return None
        first = next((task for task in self._tasks if task[1]), next(iter(self._tasks)))
        del self._tasks[first]
        return lambda: run(*first)


def run(name: str, args: tuple[Any, ...] = ()) -> None:
    """Does what a worker does on this message, and has done it when it returns: a worker has
    letters sent by a thread of their own, which knows nothing of virtual time."""
    if name == DELIVER:
        delivery.deliver()
    else:
        current_app.tasks[name](*args)


def sweep() -> None:
    """Everything of ours that beat asks for, once."""
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        task = str(entry["task"])
        if task.startswith(OURS):
            run(task)


@contextmanager
def heard(lost: float, chance: random.Random) -> Iterator[Waking]:
    """Nothing goes to the broker: the yielded one hears it."""
    app = app_or_default()
    app.loader.import_default_modules()
    waking = Waking(lost, chance)
    vars(app)["send_task"] = waking.hear
    try:
        yield waking
    finally:
        del vars(app)["send_task"]
