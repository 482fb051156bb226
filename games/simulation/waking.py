"""What a worker is woken for, kept until it is done; some of it gets lost, as in life."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import current_app

from accounts import delivery
from games.services import sweeping

DELIVER, RESOLVE = "accounts.tasks.deliver", "games.tasks.resolve_hand"


class Waking:
    """The messages to the worker; the share `lost` of them never arrives."""

    def __init__(self, lost: float, chance: random.Random) -> None:
        self._lost, self._chance = lost, chance
        self._hands: list[int] = []
        self._letters = False

    def hear(self, task: str, args: tuple[Any, ...] = (), **_: Any) -> None:
        """In place of the broker."""
        if self._chance.random() < self._lost:
            return
        if task == RESOLVE:
            self._hands.append(args[0])
        elif task == DELIVER:
            self._letters = True

    def next(self) -> Any:
        """What to do now, as a function without arguments; None if there is nothing.

        Hands go first, as long as one leads to the next; then the letters, all at once.
        """
        if self._hands:
            hand = self._hands.pop(0)
            return lambda: sweeping.resolve(hand)
        if self._letters:
            self._letters = False
            return delivery.deliver
        return None


@contextmanager
def heard(lost: float, chance: random.Random) -> Iterator[Waking]:
    """Nothing goes to the broker: the yielded one hears it."""
    app = current_app._get_current_object()
    waking = Waking(lost, chance)
    vars(app)["send_task"] = waking.hear
    try:
        yield waking
    finally:
        del vars(app)["send_task"]
