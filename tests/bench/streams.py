"""How many programs may wait for events in one process: `python -m tests.bench.streams`.

Opens a stream for each of so many people, waits, then tells all of them something in one
transaction. Says what the process holds and spends, and how long it took until the last was told.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import time
from pathlib import Path

from tests import database
from tests.bench.cost import megabytes, seconds
from tests.brokers import free_port
from tests.pgplugin import ENVIRONMENT

IDLE = 30.0  # seconds in which nothing happens


def options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m tests.bench.streams", description=__doc__)
    asked.add_argument("--streams", type=int, default=990)
    return asked.parse_args()


def keys(count: int) -> list[str]:
    """So many people, each with a key."""
    from accounts.models import User
    from accounts.security import api_keys

    people = [
        User(email=f"p{n}@example.org", name=f"Person {n}", password="!", look=str(n))
        for n in range(count)
    ]
    User.objects.bulk_create(people)
    return [api_keys.issue(user, scopes=()) for user in people]


def tell_all() -> None:
    """A notice behind the bell of everybody, in one transaction."""
    from accounts.models import Notice, User

    Notice.objects.bulk_create(
        Notice(recipient=user, kind="news", event=f"news:{time.time()}", shown=True)
        for user in User.objects.all()
    )


async def opened(port: int, key: str) -> asyncio.StreamReader:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = f"GET /api/v1/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}"
    writer.write(f"{asked}\r\n\r\n".encode())
    await reader.readuntil(b"\nid: ")
    held.append(writer)
    return reader


held: list[asyncio.StreamWriter] = []


async def told(reader: asyncio.StreamReader) -> float:
    await reader.readuntil(b"data: ")
    return time.monotonic()


async def measured(port: int, process: int, all_keys: list[str]) -> None:
    before = megabytes(process)
    begun, spent = time.monotonic(), seconds(process)
    readers = []
    for start in range(0, len(all_keys), 50):
        some = all_keys[start : start + 50]
        readers += await asyncio.gather(*(opened(port, key) for key in some))
    took, cost = time.monotonic() - begun, seconds(process) - spent
    say(f"open: {len(readers)} streams in {took:.1f} s, {cost:.1f} s of processor time")
    await asyncio.sleep(5)
    say(f"memory: {before:.0f} MB without, {megabytes(process):.0f} MB with them")
    spent = seconds(process)
    await asyncio.sleep(IDLE)
    say(f"idle: {(seconds(process) - spent) / IDLE:.1%} of a core")
    spent, begun = seconds(process), time.monotonic()
    waits = [asyncio.create_task(told(reader)) for reader in readers]
    await asyncio.to_thread(tell_all)
    written = time.monotonic() - begun
    at = sorted(moment - begun for moment in await asyncio.gather(*waits))
    cost = seconds(process) - spent
    say(f"one event to all: written after {written:.2f} s; told the first after {at[0]:.2f} s,")
    say(f"  half after {at[len(at) // 2]:.2f} s, the last after {at[-1]:.2f} s; {cost:.1f} s of")
    say(f"  processor time; {megabytes(process):.0f} MB")


def main() -> None:
    wanted, port = options().streams, free_port()
    os.environ |= {**ENVIRONMENT, "API_RATE_PERSON": "100000/min"}
    server = database.ThrownAway()
    server.start()
    os.environ["DATABASE_URL"] = server.url
    try:
        _compare(wanted, port)
    finally:
        server.remove()


def _compare(wanted: int, port: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from tests.worker import events_command
    from tideweb.embedded.supervisor import kill_group

    call_command("migrate", verbosity=0)
    all_keys = keys(wanted)
    child = subprocess.Popen(events_command("127.0.0.1", port), start_new_session=True)
    try:
        time.sleep(8)
        asyncio.run(measured(port, newest_child(child.pid), all_keys))
    finally:
        child.send_signal(signal.SIGTERM)
        time.sleep(1)
        kill_group(child)
        child.wait()


def newest_child(process: int) -> int:
    """The worker of a server that has one."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return int(found[-1]) if found else process


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
