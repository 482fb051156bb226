"""A broker that loses, duplicates, delays and reorders messages, and is down at times; and its
workers, each of which may die and leave its message to another.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from celery import current_app

from accounts.notifications import delivery
from games.mail.inbound import process
from games.services import sweep as sweeping
from tests.simulate.faults import AWAY, HOUR
from tideweb import background_sweep as sweeper

if TYPE_CHECKING:
    from tests.simulate.actors import Actor
    from tests.simulate.world import World

DELIVER, EXTERNAL = "accounts.tasks.deliver", "accounts.tasks.deliver_outward"
RESOLVE = "games.tasks.resolve_hand"
VISIBILITY = 120  # seconds until the message of a dead worker is delivered again


class Broker:
    """Receives messages and has them carried out at some moment, in any order."""

    def __init__(self, world: World) -> None:
        self.world = world

    def hear(self, task: str, args: tuple[Any, ...] = (), countdown: float | None = None) -> None:
        """Replaces Celery's `send_task`."""
        name = self.world.moment("publish")
        if task == EXTERNAL:
            return  # nobody here has a browser or a webhook
        chance = self.world.faults.chance(name)
        value = chance.random()
        wait = (countdown or 0) + chance.expovariate(1 / 0.05)
        if (value < 0.06 or self._away()) and self.world.faults.happens(f"{name} away"):
            raise ConnectionError
        if value < 0.16 and self.world.faults.happens(f"{name} lost"):
            return
        if value < 0.26 and self.world.faults.happens(f"{name} delayed"):
            wait = chance.uniform(1, 90)
        if value > 0.88 and self.world.faults.happens(f"{name} doubled"):
            self._later((countdown or 0) + chance.expovariate(1 / 0.2), task, args)
        self._later(wait, task, args)

    def _away(self) -> bool:
        """On such a day it is down for the first hour."""
        return self.world.faults.mood == AWAY and self.world.stage.seconds() < HOUR

    def astray(self, count: int) -> None:
        """Asks so often that the open hand be resolved, at any moment: a task may come late, and
        only the hand knows whether it is time.
        """
        hand, _legal = self.world.watch.open_hand()
        chance = self.world.faults.chance("astray")
        for _message in range(count):
            if hand is not None and not self._away():
                self._later(chance.uniform(0, 60), RESOLVE, (hand.pk,))

    def _later(self, wait: float, task: str, args: tuple[Any, ...]) -> None:
        moment = self.world.clock.at + timedelta(seconds=wait)
        self.world.stage.at(self.world.downtime.over(moment), lambda: self._do(task, args))

    def _do(self, task: str, args: tuple[Any, ...]) -> None:
        """A worker processes the message and acknowledges it, unless it is killed."""

        def then(actor: Actor) -> None:
            if actor.error is None and actor.state == "dead":
                chance = self.world.faults.chance(f"{actor.name} again")
                if chance.random() < 0.5:
                    self._later(VISIBILITY, task, args)

        name = self.world.name(f"worker {task.rpartition('.')[2]}")
        self.world.begin(name, lambda: run(task, args), then)


def run(task: str, args: tuple[Any, ...] = ()) -> None:
    """What a worker does with this message. Its postman is a thread; here it runs in the same
    process.

    Live updates of pages are left out, since pages read the same rows.
    """
    if task == DELIVER:
        delivery.deliver()
    else:
        current_app.tasks[task](*args)


def sweep() -> None:
    """What a worker does every twenty seconds, besides sending letters."""
    sweeper._guarded(process.read_all)
    sweeper._guarded(sweeping.sweep)
