"""How fast letters are sent: `python -m tests.bench.mail_sending [--letters N] [--rounds N]`.

On a temporary PostgreSQL, with a mail sink in its own process, it alternates between three ways:
the same letters by plain smtplib over one kept connection; "your move" of all three games from the
outbox by this process; and by one worker, started as docs/operating.md says, from the task to the
last letter settled. It prints the ratios by the clock, and for this process by processor time. Only
ratios within one run are meaningful. With few letters per turn, the end of a turn weighs much, when
one of the worker's processes is idle.
"""

import argparse
import asyncio
import cProfile
import multiprocessing
import os
import shlex
import smtplib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.database import ThrownAway
from tests.narrowing import not_none
from tests.pgplugin import ENVIRONMENT

# As in docs/operating.md.
WORKER = (
    "-m celery --app tideweb worker --concurrency 2 "
    "--without-gossip --without-mingle --without-heartbeat"
)
TASKS = 2  # tasks at once: each commit sends one, and each takes what is due
PAUSE = 1.0  # seconds for the worker to end a task that finds nothing
LONGEST = 300.0  # seconds
HOST = "127.0.0.1"
TABLES = (("turn-the-tide", 5), ("rowboat", 4), ("turning-tides", 2))
Seconds = tuple[float, float]  # wall-clock time, processor time of this process


def options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m tests.bench.mail_sending", description=__doc__)
    asked.add_argument("--letters", type=int, default=1600, help="of each turn (1600)")
    asked.add_argument("--rounds", type=int, default=7)
    asked.add_argument("--profile", help="keeps a profile of one more turn in this file")
    return asked.parse_args()


def main() -> int:
    asked = options()
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"  # has fast password hashing
    embedded = ThrownAway()
    embedded.start()
    os.environ["DATABASE_URL"] = embedded.url
    try:
        with sink() as port:
            os.environ["EMAIL_URL"] = f"smtp://{HOST}:{port}"
            for line in _measured(port, asked):
                sys.stdout.write(f"{line}\n")
    finally:
        embedded.remove()
    return 0


@contextmanager
def sink() -> Iterator[int]:
    """Starts an SMTP server that discards all mail, in its own process; returns its port."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=_listen, args=(theirs,))
    process.start()
    try:
        yield ours.recv()
    finally:
        process.terminate()
        process.join()


def _listen(ready: Any) -> None:
    from aiosmtpd.smtp import SMTP

    class Hole:
        async def handle_EHLO(  # noqa: N802 – aiosmtpd's name
            self, _server: SMTP, session: Any, _envelope: object, host: str, text: list[str]
        ) -> list[str]:
            session.host_name = host
            return [*text[:-1], "250-PIPELINING", text[-1]]  # as Postfix does

        async def handle_DATA(self, *_about: object) -> str:  # noqa: N802 – aiosmtpd's name
            return "250 Taken"

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(Hole()), HOST, 0)
        ready.send(server.sockets[0].getsockname()[1])
        await asyncio.Event().wait()

    asyncio.run(serve())


def _measured(port: int, asked: argparse.Namespace) -> list[str]:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    call_command("migrate", verbosity=0)
    count = _queue(asked.letters)
    raw = _raw()
    bare: list[Seconds] = []
    ours: list[Seconds] = []
    theirs: list[Seconds] = []
    # Loads templates, catalogues and connections before anything is measured.
    _deliver(count)
    with _worker() as work:
        _requeue()
        work()
        time.sleep(PAUSE)
        for _round in range(asked.rounds):
            bare.append(timed(lambda: _send_bare(port, raw, count)))
            _requeue()
            ours.append(timed(lambda: _deliver(count)))
            _requeue()
            theirs.append(timed(work))
            time.sleep(PAUSE)
    if asked.profile:
        _requeue()
        _profiled(count, asked.profile)
    queries = _queries(count)
    connections.close_all()
    return list(_told(bare, ours, theirs, count, queries))


@contextmanager
def _worker() -> Iterator[Callable[[], None]]:
    """Starts a worker; returns a function that has it send everything queued, and waits for the
    end.
    """
    from accounts.models import Notice
    from tideweb.celery import app

    def work() -> None:
        for _task in range(TASKS):
            app.send_task("accounts.tasks.deliver")
        end = time.monotonic() + LONGEST
        while Notice.objects.filter(state=Notice.State.QUEUED).exists():
            if time.monotonic() > end or process.poll() is not None:
                raise AssertionError("The worker does not send.")
            time.sleep(0.1)

    app.control.purge()  # messages from creating the games
    process = subprocess.Popen(
        [sys.executable, *shlex.split(WORKER)],
        env={
            **os.environ,
            "SWEEP_SECONDS": "0",
            "LOG_LEVEL": "INFO",
        },  # it would send during the other measurements
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield work
    finally:
        process.terminate()
        process.wait()


def timed(work: Callable[[], object]) -> Seconds:
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - processor


def _told(
    bare: list[Seconds], ours: list[Seconds], theirs: list[Seconds], count: int, queries: int
) -> Iterator[str]:
    turns = (("one worker", theirs, 0), ("one process", ours, 0), ("its processor time", ours, 1))
    for name, found, place in turns:
        floor, cost = (statistics.median(turn[place] for turn in each) for each in (bare, found))
        pairs = sorted(one[place] / other[place] for one, other in zip(bare, found, strict=True))
        yield (
            f"{name}: bare {count / floor:.0f}/s, the outbox {count / cost:.0f}/s, "
            f"ratio {statistics.median(pairs):.2f} ({pairs[0]:.2f} to {pairs[-1]:.2f})"
        )
    yield f"{queries / count:.2f} queries a letter"


def _queue(wanted: int) -> int:
    """Creates games until `wanted` letters are queued, in three languages; returns how many."""
    from accounts.models import Notice
    from games.models import Game
    from games.services.lobby import tables
    from games.services.lobby.tables import TableSettings
    from tests.accounts.making import member

    made = 0
    while made < wanted:
        for ruleset, seats in TABLES:
            people = [
                member(f"Person{made + n}", zone="Europe/Amsterdam", language=language)
                for n, language in zip(range(seats), ("en", "de", "nl", "en", "de"), strict=False)
            ]
            wish = TableSettings(name="Schiermonnikoog", seats=seats, ruleset=ruleset)
            game = tables.make_table(people[0], wish)
            for person in people[1:]:
                tables.join(person, game.code)
            made += seats
    Notice.objects.exclude(kind="your_move", channel="mail").delete()
    assert Game.objects.filter(state=Game.State.RUNNING).exists()
    return Notice.objects.count()


def _requeue() -> None:
    from accounts.models import Notice

    Notice.objects.update(state=Notice.State.QUEUED, leased_until=None, attempts=0)


def _deliver(count: int) -> None:
    from accounts.notifications import delivery

    if (sent := delivery.deliver()) != count:
        raise AssertionError(f"{sent} of {count} letters left.")


def _profiled(count: int, path: str) -> None:
    profile = cProfile.Profile()
    profile.runcall(_deliver, count)
    profile.dump_stats(path)


def _queries(count: int) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    _requeue()
    with CaptureQueriesContext(connection) as captured:
        _deliver(count)
    return len(captured)


def as_sent(mail: Any) -> bytes:
    return bytes(mail.message().as_bytes(linesep="\r\n"))


def _raw() -> list[tuple[str, bytes]]:
    """The letters as they are sent."""
    from accounts.models import Notice
    from accounts.notifications.channels import email

    notices = Notice.objects.filter(state="queued")
    return [
        (not_none(not_none(notice.recipient).email), as_sent(email.compose(notice)))
        for notice in notices
    ]


def _send_bare(port: int, letters: list[tuple[str, bytes]], count: int) -> None:
    with smtplib.SMTP(HOST, port) as client:
        for address, raw in letters[:count]:
            client.sendmail(f"play@{HOST}", [address], raw)


if __name__ == "__main__":
    sys.exit(main())
