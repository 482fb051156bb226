"""`make races`: all last bids of a hand at the same instant, by threads and by processes.

Each player has its own connection, seals an answer at an agreed moment, and then resolves the hand,
as every worker that is woken does. Afterwards the hand must have been resolved once, with the bids
that the players have receipts for.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import queue
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests import database, pgplugin
from tests.asking import positive

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game, Hand

SEATS = (3, 4, 5)
LEAD = 0.002  # seconds between telling the players and the start
PATIENCE, STARTING = 60.0, 600.0  # seconds


@dataclass(frozen=True)
class Job:
    """One answer of one player, to be sealed at a moment of `time.monotonic`."""

    user: int
    code: str
    hand: int
    number: int
    notation: str
    at: float


@dataclass(frozen=True)
class Done:
    """The result of a job: the receipt, or the error."""

    notation: str
    digest: str = ""
    error: str = ""


def play_on(jobs: Any, done: Any) -> None:
    """The loop of one player; a job of None ends it."""
    from django.db import connections

    done.put(Done("ready"))
    while (job := jobs.get()) is not None:
        done.put(_play(job))
    connections.close_all()


def _play(job: Job) -> Done:
    from accounts.models import User
    from games.services.hands import bidding, resolving

    try:
        user = User.objects.get(pk=job.user)
        while time.monotonic() < job.at:
            pass
        receipt = bidding.place_bid(user, job.code, job.number, job.notation, via="api")
        resolving.resolve_hand(job.hand)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        return Done(job.notation, error=repr(error))
    return Done(job.notation, receipt.digest)


def _in_process(settings: dict[str, Any], jobs: Any, done: Any) -> None:
    import django
    from django.conf import settings as configured

    configured.DATABASES["default"].update(settings)
    django.setup()
    _without_nudges()
    play_on(jobs, done)


def _without_nudges() -> None:
    """Turns off waking workers: here only the database matters."""
    from games.services import wake_workers

    wake_workers._publish = lambda *_args: None


@contextmanager
def players(count: int, *, processes: bool) -> Iterator[tuple[list[Any], Any]]:
    """Starts players; returns their queues of jobs, and the queue of results."""
    from django.conf import settings

    if processes:
        spawn = multiprocessing.get_context("spawn")
        jobs: list[Any] = [spawn.Queue() for _n in range(count)]
        done: Any = spawn.Queue()
        told = dict(settings.DATABASES["default"])
        crew: list[Any] = [
            spawn.Process(target=_in_process, args=(told, each, done), daemon=True) for each in jobs
        ]
    else:
        jobs, done = [queue.Queue() for _n in range(count)], queue.Queue()
        crew = [threading.Thread(target=play_on, args=(each, done), daemon=True) for each in jobs]
    for each in crew:
        each.start()
    for _each in crew:
        done.get(timeout=STARTING)
    try:
        yield jobs, done
    finally:
        for each in jobs:
            each.put(None)
        for each in crew:
            each.join(PATIENCE)


class Races:
    """Plays hand after hand, game after game; `tally` counts the results."""

    def __init__(self, users: list[User], *, processes: bool, chance: random.Random) -> None:
        self.users, self.processes, self.chance = users, processes, chance
        self.tally: Counter[str] = Counter(trials=0, bids=0, stuck=0, double=0, lost=0, errors=0)

    def run(self, trials: int, over: Callable[[], bool] = lambda: False) -> Counter[str]:
        with players(len(self.users), processes=self.processes) as (jobs, done):
            game = self._game()
            while self.tally["trials"] < trials and not over():
                if (hand := _asked(game)) is None:
                    game = self._game()
                    continue
                self._race(game, hand, jobs, done)
        return self.tally

    def _game(self) -> Game:
        from django.db import connection

        from tests.games.making import running

        with connection.cursor() as cursor:  # letters of earlier games
            cursor.execute("TRUNCATE accounts_notice CASCADE")
        return running(self.users[: self.chance.choice(SEATS)])

    def _race(self, game: Game, hand: Hand, jobs: list[Any], done: Any) -> None:
        from games import game_secrets
        from games.rules.registry import ruleset

        rules, state = ruleset(game.ruleset), game_secrets.open_state(game)
        at = time.monotonic() + LEAD * (10 if self.processes else 1)
        for seat in hand.awaiting:
            notation = self.chance.choice(list(rules.legal(state, seat)))
            user = self.users[seat].pk
            jobs[seat].put(Job(user, game.code, hand.pk, hand.number, notation, at))
        found = [done.get(timeout=PATIENCE) for _seat in hand.awaiting]
        self.tally.update(trials=1, bids=len(found), errors=sum(bool(one.error) for one in found))
        for each in found:
            if each.error:
                sys.stderr.write(f"{each.error}\n")
        self._judge(game, hand, found)

    def _judge(self, game: Game, hand: Hand, found: list[Done]) -> None:
        from games.models import Hand as Hands
        from games.models import LogEntry

        hand.refresh_from_db()
        if hand.state != Hands.State.RESOLVED:
            self.tally["stuck"] += 1
        entries = LogEntry.objects.filter(game=game, kind="hand", hand_number=hand.number).count()
        self.tally["double"] += entries > 1
        stored = {bid.digest: (bid.opened or {}).get("notation") for bid in hand.bids.all()}
        self.tally["lost"] += sum(stored.get(one.digest) != one.notation for one in found)


def _asked(game: Game) -> Hand | None:
    """The hand that waits for players; None if the game is over."""
    from games.services.hands import resolving

    while True:
        game.refresh_from_db()
        if game.state != game.State.RUNNING:
            return None
        hand: Hand = game.hands.get(number=game.hand_number)
        if hand.state == hand.State.OPEN:
            return hand
        if not resolving.resolve_hand(hand.pk):
            return None  # the game is stuck, which was counted


def races(trials: int, *, processes: bool, seed: int, seconds: float = 1e9) -> Counter[str]:
    """Runs `trials` trials, or as many as fit into `seconds`."""
    from accounts.models import User
    from tests.games.making import people

    end = time.monotonic() + seconds
    users = list(User.objects.filter(kind="person").order_by("pk")) or people(5)
    races = Races(users, processes=processes, chance=random.Random(seed))
    return races.run(trials, lambda: time.monotonic() > end)


def asked(words: Sequence[str] | None = None) -> argparse.Namespace:
    options = argparse.ArgumentParser(prog="python -m tests.races", description=__doc__)
    options.add_argument("--trials", type=positive, default=2000, help="half of them by processes")
    options.add_argument("--seconds", type=positive, default=10**9, help="end after these")
    options.add_argument("--seed", type=int, default=1)
    return options.parse_args(words)


def main() -> int:
    options = asked()
    for name, value in pgplugin.ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    server = None if os.environ.get("DATABASE_URL") else database.ThrownAway()
    try:
        if server is not None:
            server.start()
            os.environ["DATABASE_URL"] = server.url
        return _on_a_copy(options)
    finally:
        if server is not None:
            server.remove()


def _on_a_copy(options: argparse.Namespace) -> int:
    import django

    django.setup()
    _without_nudges()
    wrong = 0
    with database.connected_to_copy("races"):
        for processes in (False, True):
            began = time.process_time()
            tally = races(
                -(-options.trials // 2),
                processes=processes, seed=options.seed, seconds=options.seconds / 2,
            )  # fmt: skip
            summary = ", ".join(f"{what} {count}" for what, count in tally.items())
            spent = time.process_time() - began
            by = "processes" if processes else "threads"
            sys.stdout.write(f"by {by}: {summary}; {spent:.0f} s here\n")
            sys.stdout.flush()
            wrong += sum(tally[what] for what in ("stuck", "double", "lost", "errors"))
            wrong += not tally["trials"]
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
