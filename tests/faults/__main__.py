"""`make faults`: injects every kind of fault into a stack while people play on it; exits with 1 on
any violation, and with 2 if time was over before the plan was.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import django

from tests.asking import one_of, part_of_one, positive, some_of
from tests.faults import kinds
from tests.faults.house import wait
from tests.faults.kinds import LONG, Kind, possible
from tests.faults.planted import PLANTED, SHOWN_BY
from tests.faults.stack import Stack

if TYPE_CHECKING:
    from tests.faults.checker import History, Violation
    from tests.faults.clients import Notes, Player
    from tests.faults.course import Beginning
    from tests.faults.players import Client

SEATS = (3, 4, 5)
SHORT = ("kill a web", "kill a worker", "kill the database")
TIMES = 8  # faults injected per planted bug
AGAIN = 120.0  # seconds within which play must continue after a fault
# Seconds that the plan may take; a fault and what heals took 4.3 on average (docs/measurements.md).
FOR_A_FAULT, FOR_AN_HOUR, AT_LEAST = 8.0, 3700.0, 60.0
UNFINISHED = 2  # the exit status if time was over before the plan was


def options(words: Sequence[str] | None = None) -> argparse.Namespace:
    names = [each.name for each in PLANTED]
    asked = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    asked.add_argument("--each", type=positive, default=10, help="times of each kind")
    asked.add_argument(
        "--kinds", type=some_of(kinds.ALL), default=(),
        help="names, with commas; all that can be done here",
    )  # fmt: skip
    asked.add_argument("--broker", default="redis", choices=("redis", "rabbitmq"))
    asked.add_argument(
        "--seconds", type=positive, help="begin no fault after these; 8 for each fault"
    )
    asked.add_argument("--pause", type=float, default=1.5, help="seconds between two faults")
    asked.add_argument(
        "--letters",
        type=float,
        default=400,
        help="wait so long for the last ones; "
        "one whose fate is unknown goes out again after ten minutes",
    )
    asked.add_argument("--races", type=int, default=20, help="of 8 people for one seat")
    asked.add_argument("--short", action="store_true", help="one of each part, a minute in all")
    asked.add_argument("--long", action="store_true", help="an hour without a broker as well")
    asked.add_argument(
        "--planted", nargs="?", const="", type=part_of_one(names),
        help="plant faults in it, and find each",
    )  # fmt: skip
    asked.add_argument("--plant", type=one_of(names), default="", help="with this fault in it")
    found = asked.parse_args(words)
    if found.short and not found.plant:
        found.each, found.kinds, found.letters = 1, SHORT, 0
    if found.short:
        found.races = 5
    return found


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    asked = options()
    if asked.planted is not None:
        return all_planted([each.name for each in PLANTED if asked.planted in each.name], asked)
    small = {"webs": 1, "workers": 1, "beats": 1} if asked.short else {}
    stack = Stack(broker=asked.broker, planted=asked.plant, **small)
    os.environ.update(
        {k: v for k, v in stack.environment.items() if k != "TIDEWEB_PLANTED"}, TIDEWEB_PLANTED=""
    )
    try:
        django.setup()
        stack.start()
        logging.getLogger("games").setLevel(logging.ERROR)
        return Drill(stack, asked).run()
    finally:
        stack.stop()


def status(*, violated: bool, left: int) -> int:
    """The exit status: a plan that was not finished is no green run."""
    return 1 if violated else UNFINISHED if left else 0


def allowed(plan: Sequence[str]) -> float:
    """The seconds within which a plan of faults is to begin its last, if nobody says."""
    return max(AT_LEAST, sum(FOR_AN_HOUR if name in LONG else FOR_A_FAULT for name in plan))


def all_planted(names: list[str], asked: argparse.Namespace) -> int:
    """Runs this command once per planted bug, with a stack of its own and less of everything."""
    import subprocess

    missed = []
    for name in names:
        shows = SHOWN_BY.get(name, SHORT)
        command = [
            sys.executable, "-m", "tests.faults", "--short", "--seconds", "75", "--plant", name,
            "--letters", "20", "--broker", asked.broker, "--kinds", ",".join(shows),
            "--each", str(TIMES // len(shows)),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        found = [line for line in done.stdout.splitlines() if line.startswith("VIOLATION")]
        say(f"{'found ' if found else 'MISSED'} {name}: {(found or [done.stderr[-300:]])[0]}")
        missed += [] if found else [name]
    say(f"Planted faults: {len(names)}; found: {len(names) - len(missed)}.")
    return bool(missed)


class Drill:
    """One stack, its people, and the faults injected."""

    def __init__(self, stack: Stack, asked: argparse.Namespace) -> None:
        from tests.faults.clients import Notes

        self.stack, self.asked = stack, asked
        self.notes: Notes = Notes()
        self.players: list[Player] = []
        self.begins: dict[int, Beginning] = {}  # by game id
        self.seen: set[str] = set()
        self.seated: list[tuple[str, int, str]] = []
        self.healing: dict[str, list[float]] = defaultdict(list)
        self.never: list[str] = []
        self.left = 0  # faults of the plan that were not injected
        self.looked = datetime.now(UTC)

    def run(self) -> int:
        plan = self._plan()
        self._race_for_seats()
        for seats in SEATS[: 1 if self.asked.short else 3]:
            self._create_table(seats)
        for player in self.players:
            player.start()
        calm = self._calm()
        self._do_all(plan)
        for player in self.players:
            player.stop.set()
        for player in self.players:
            player.join(60)
        return status(violated=self._judge(calm), left=self.left)

    def _create_table(self, seats: int) -> None:
        from tests.faults.clients import Player
        from tests.faults.course import beginning
        from tests.faults.players import game_of, person

        users = [person() for _seat in range(seats)]
        game = game_of(users)
        self.begins[game.pk] = beginning(game)
        for seat in game.seats.select_related("user"):
            assert seat.user is not None
            ports, mail = self.stack.ports, self.stack.mail_port
            self.players.append(Player(seat.user, game, seat.index, ports, mail, self.notes))

    def _calm(self) -> tuple[float, float]:
        """Plays for a while without faults; nothing may fail then."""
        began = time.monotonic()
        time.sleep(4)
        return began, time.monotonic()

    def _plan(self) -> list[str]:
        """The names of the faults, in their order. Ends the run if one can't be injected here."""
        here = possible(self.stack)
        wanted = self.asked.kinds or (*here, *(LONG if self.asked.long else {}))
        if missing := [name for name in wanted if name not in here | LONG]:
            sys.exit(f"This machine can't do: {', '.join(missing)}. Nothing was injected.")
        plan = [name for name in wanted for _time in range(self.asked.each)]
        random.shuffle(plan)
        return plan

    def _do_all(self, plan: list[str]) -> None:
        end = time.monotonic() + (self.asked.seconds or allowed(plan))
        for number, name in enumerate(plan, start=1):
            if time.monotonic() > end:
                self.left = len(plan) - number + 1
                say(f"Time is over: {number - 1} of {len(plan)} faults.")
                break
            self._do(name, kinds.ALL[name])
            if number % 25 == 0:
                say(f"{number} of {len(plan)} faults, {len(self.notes.turned)} hands")

    def _do(self, name: str, kind: Kind) -> None:
        kind(self.stack)
        ended = time.monotonic()
        try:
            wait(lambda: self._goes_on(ended), AGAIN, lambda: name)
            self.healing[name].append(time.monotonic() - ended)
        except TimeoutError:
            self.never.append(name)
        time.sleep(random.uniform(0, 2 * self.asked.pause))
        self._next_games()

    def _goes_on(self, since: float) -> bool:
        """Whether some answer was accepted and some hand resolved since then."""
        answers = self.notes.answers[-50:]
        accepted = any(each.sent > since and each.outcome == "ok" for each in answers)
        return accepted and any(at > since for at in list(self.notes.turned.values())[-20:])

    def _next_games(self) -> None:
        """Replaces finished games by new ones."""
        from django.db import DatabaseError, InterfaceError, connections

        from games.models import Game
        from tests.faults import judging

        try:
            connections.close_all()
            self.seen.update(judging.seen_early(self.games))
            over = Game.objects.filter(pk__in=self.games, state=Game.State.OVER).count()
            for _game in range(max(0, over - (len(self.games) - len(SEATS)))):
                before = len(self.players)
                self._create_table(random.choice(SEATS))
                for player in self.players[before:]:
                    player.start()
        except (DatabaseError, InterfaceError):
            return

    def _race_for_seats(self) -> None:
        """Eight people try to take one free seat at the same instant."""
        from games.services.lobby import tables
        from games.services.lobby.tables import TableSettings
        from tests.faults.players import at_once, client_of, person

        users = [person() for _n in range(8)] if self.asked.races else []
        clients = [client_of(user, self.stack.ports[n % len(self.stack.ports)])
                   for n, user in enumerate(users)]  # fmt: skip
        maker = person()
        for _race in range(self.asked.races):
            code = tables.make_table(maker, TableSettings(name="Race", seats=3, bots=1)).code
            jobs = [_joining(client, code) for client in clients]
            answers = at_once(jobs)
            self.seated += [
                (code, 1, user.name)
                for user, status in zip(users, answers, strict=True)
                if status == 200
            ]

    # Judging

    @property
    def games(self) -> list[int]:
        return list(self.begins)

    def _judge(self, calm: tuple[float, float]) -> bool:
        from tests.faults import checker, judging

        wait(self.stack.answers, AGAIN, self.stack.last_words)
        try:
            wait(lambda: judging.settled(self.games), AGAIN, lambda: "")
            wait(self._all_taken, AGAIN, lambda: "")
            wait(lambda: not judging.waiting(), self.asked.letters, lambda: "")
        except TimeoutError:
            say(f"{judging.waiting()} letters are still on their way.")
        history = judging.history(self.notes, self.begins, self.stack.sink, self.looked)
        history.calm, history.seated = [calm], self.seated
        history.seen = sorted({*history.seen, *self.seen})
        violations = [
            *checker.check(history),
            *(checker.Violation("never", f"play went on no more: {name}") for name in self.never),
        ]
        self._tell(history, violations)
        return bool(violations)

    def _all_taken(self) -> bool:
        """Whether a worker has claimed every letter that is due by now."""
        from tests.faults import judging

        self.looked = datetime.now(UTC)
        return not judging.unclaimed()

    def _tell(self, history: History, violations: list[Violation]) -> None:
        for name, times in sorted(self.healing.items()):
            say(f"{len(times):4} x {name}: play went on after {max(times):.1f} s at most")
        from tests.faults import judging

        turned = sum(hand.turned is not None for hand in history.hands)
        outcomes = Counter(answer.outcome for answer in history.answers)
        copies = Counter(history.arrived)
        failed = Counter(status for _at, status in history.failed)
        faults = sum(map(len, self.healing.values())) + len(self.never)
        say(f"faults {faults}, "
            f"hands {turned}, answers {dict(outcomes)}, "
            f"5xx {dict(failed)}, seats {self.asked.races}, given {len(self.seated)}")  # fmt: skip
        say(f"letters {len(copies)}: {sum(n == 1 for n in copies.values())} once, "
            f"{sum(n == 2 for n in copies.values())} twice, "
            f"{sum(n > 2 for n in copies.values())} more often")  # fmt: skip
        counts = sorted(self.notes.interfaces.items())
        interfaces = ", ".join(f"{count} {interface}" for interface, count in counts)
        say(f"by interface: {interfaces}; mails then {dict(judging.mails())}")
        for line in self.stack.mistakes()[:5]:
            say(f"log: {line[:1500]}")
        for violation in violations:
            say(f"VIOLATION {violation}")
        lost = f"{len(violations)} violations." if violations else "Nothing was lost."
        say(f"{lost} {self.left} faults of the plan are left." if self.left else lost)


def _joining(client: Client, code: str) -> Callable[[], int]:
    return lambda: client.ask("POST", f"games/{code}/join", {})[0]


if __name__ == "__main__":
    sys.exit(main())
