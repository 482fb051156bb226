"""How long tables wait for bots that search: `python -m tests.bench.bots_waiting [--tables 100]`.

At so many tables a person answers last, all at the same time, so that every table waits for bots of
the highest level. One thread is the worker of the queue `bots`, four are that of all
else, as in `make run`. Printed: how long the tables waited, how their bots answered, and the time
of a processor that it took, since seconds mean little on a busy machine.
"""

from __future__ import annotations

import argparse
import heapq
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.bench.rows import SETTINGS
from tests.database import ThrownAway
from tests.pgplugin import ENVIRONMENT

LEVEL, OTHERS = 8, 4


class Queue:
    """Tasks by the time at which they are due, for some threads."""

    def __init__(self) -> None:
        self.tasks: list[tuple[float, int, Callable[[int], bool], int]] = []
        self.changed, self.number = threading.Condition(), 0

    def put(self, after: float, act: Callable[[int], bool], pk: int) -> None:
        with self.changed:
            self.number += 1
            heapq.heappush(self.tasks, (time.monotonic() + after, self.number, act, pk))
            self.changed.notify_all()

    def work(self, done: Callable[[int], None]) -> None:
        """For ever: whatever is due; `done` hears of every hand that was settled."""
        while True:
            with self.changed:
                while not self.tasks or self.tasks[0][0] > time.monotonic():
                    self.changed.wait(0.01)
                _, _, act, pk = heapq.heappop(self.tasks)
            if act(pk):
                done(pk)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    # Rowboat is left out, where the first to be asked is one seat alone.
    games = ("turn-the-tide", "turning-tides")
    parser.add_argument("--ruleset", default=games[0], choices=games)
    asked = parser.parse_args()
    os.environ |= ENVIRONMENT | SETTINGS
    embedded = ThrownAway()
    embedded.start()
    os.environ["DATABASE_URL"] = embedded.url
    try:
        _measure(asked.tables, asked.ruleset)
    finally:
        embedded.remove()
    return 0


def _measure(tables: int, ruleset: str) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from games.models import Bid
    from games.services import wake_workers
    from games.services.hands import bot_thinking

    call_command("migrate", verbosity=0)
    wake_workers._publish = lambda *_args: None  # while the tables are created
    created = _created(tables, ruleset)
    bots, others = Queue(), Queue()

    def send(task: str, args: tuple[int, ...], countdown: float) -> None:
        queue = {"think": bots, "hurry": others}.get(task.rpartition(".")[2])
        if queue is not None:
            act = bot_thinking.think if queue is bots else bot_thinking.hurry
            queue.put(countdown, act, args[0])

    wake_workers._publish = send
    settled: dict[int, float] = {}
    for queue, threads in ((bots, 1), (others, OTHERS)):
        for _ in range(threads):
            threading.Thread(
                target=queue.work,
                args=(lambda pk: settled.setdefault(pk, time.monotonic()),),
                daemon=True,
            ).start()
    before = time.process_time()
    asked = _answered_last(created)
    while len(settled) < len(asked):
        time.sleep(0.05)
    used = time.process_time() - before
    waited = sorted(settled[pk] - asked[pk] for pk in asked)
    text = Counter(
        bid.trace.split(",")[0] for bid in Bid.objects.filter(hand__in=asked, via=Bid.Via.BOT)
    )
    sys.stdout.write(
        f"{ruleset}, {tables} tables at once: waited {waited[len(waited) // 2]:.2f} s at the "
        f"median, {waited[-1]:.2f} s at most; answers: {dict(text)}; "
        f"{used:.1f} s of processor time\n"
    )


def _created(tables: int, ruleset: str) -> list[tuple[Any, Any]]:
    """Tables with a person each, who is asked, and bots."""
    from games.rules.registry import ruleset as rules
    from games.services.lobby.tables import TableSettings, make_table
    from tests.accounts.making import member

    seats = rules(ruleset).SEATS[len(rules(ruleset).SEATS) // 2]
    found = []
    for number in range(tables):
        user = member(f"P{number}")
        wish = TableSettings(
            ruleset=ruleset, name=f"T{number}", seats=seats, bots=seats - 1, level=LEVEL
        )
        found.append((user, make_table(user, wish)))
    return found


def _answered_last(created: list[tuple[Any, Any]]) -> dict[int, float]:
    """Everybody answers; when each hand began to wait for its bots alone."""
    from games.services import wake_workers
    from tests.games import making

    began = {}
    for user, game in created:
        hand = making.hand_of(making.fresh(game))
        making.bid(making.fresh(game), user)
        began[hand.pk] = time.monotonic()
        wake_workers.think(hand.pk)
    return began


if __name__ == "__main__":
    sys.exit(main())
