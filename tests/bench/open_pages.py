"""How many open pages one process can hold: `python -m tests.bench.open_pages`.

So many people sit at tables of four, each with the page of their game open. Says what the process
holds and spends; how long it takes until the others are told of a seal, at one table after another;
and what it costs when a seal comes at every table at once.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import subprocess
import time
from collections.abc import Sequence
from typing import Any

from tests import database
from tests.bench.cost import megabytes, seconds
from tests.bench.streams import IDLE, newest_child, say
from tests.brokers import free_port
from tests.pgplugin import ENVIRONMENT

SEATS, SEALS = 4, 40
held: list[asyncio.StreamWriter] = []


def options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m tests.bench.open_pages", description=__doc__)
    asked.add_argument("--pages", type=int, default=1000)
    return asked.parse_args()


def created(tables: int) -> list[tuple[Any, list[Any]]]:
    """So many games, each with its people."""
    from tests.accounts.making import member
    from tests.games.making import running

    found = []
    for number in range(tables):
        users = [member(f"Person {number} {seat}") for seat in range(SEATS)]
        found.append((running(users), users))
    return found


def cookies(games: Sequence[tuple[Any, list[Any]]]) -> list[tuple[int, str, str]]:
    """Of each page: its table, its game, and the session."""
    from django.conf import settings
    from django.test import Client

    pages = []
    for place, (game, users) in enumerate(games):
        for user in users:
            client = Client()
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            pages.append((place, game.code, client.cookies[settings.SESSION_COOKIE_NAME].value))
    return pages


async def opened(port: int, code: str, cookie: str) -> asyncio.StreamReader:
    from django.conf import settings

    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET /g/{code}/pulse/stream?seen=x HTTP/1.1\r\nHost: localhost\r\n"
        f"Cookie: {settings.SESSION_COOKIE_NAME}={cookie}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\ndata: 1\n")
    held.append(writer)
    return reader


async def told(reader: asyncio.StreamReader) -> float:
    await reader.readuntil(b"\ndata: 1\n")
    return time.monotonic()


def seal(game: Any, user: Any) -> float:
    from tests.games.making import bid

    bid(game, user)
    return time.monotonic()


async def measured(port: int, process: int, games: list[Any], pages: list[Any]) -> None:
    before, spent, begun = megabytes(process), seconds(process), time.monotonic()
    readers: dict[int, list[asyncio.StreamReader]] = {}
    for start in range(0, len(pages), 50):
        some = pages[start : start + 50]
        got = await asyncio.gather(*(opened(port, code, cookie) for _, code, cookie in some))
        for (place, *_), reader in zip(some, got, strict=True):
            readers.setdefault(place, []).append(reader)
    say(
        f"open: {len(pages)} pages in {time.monotonic() - begun:.1f} s, "
        f"{seconds(process) - spent:.1f} s of processor time"
    )
    await asyncio.sleep(5)
    say(f"memory: {before:.0f} MB without, {megabytes(process):.0f} MB with them")
    spent = seconds(process)
    await asyncio.sleep(IDLE)
    say(f"idle: {(seconds(process) - spent) / IDLE:.1%} of a core")
    await _one_by_one(process, games, readers)
    await _at_once(process, games, readers)


async def _one_by_one(process: int, games: list[Any], readers: dict[int, Any]) -> None:
    spent, took = seconds(process), []
    for place in range(min(SEALS, len(games))):
        game, users = games[place]
        waits = [asyncio.create_task(told(reader)) for reader in readers[place]]
        sealed = await asyncio.to_thread(seal, game, users[0])
        took += [at - sealed for at in await asyncio.gather(*waits)]
    took.sort()
    cost = (seconds(process) - spent) / len(took)
    say(f"a seal: told after {statistics.median(took) * 1000:.0f} ms (p50),")
    say(f"  {took[int(len(took) * 0.95)] * 1000:.0f} ms (p95); {cost * 1000:.1f} ms of processor")
    say("  time for each page that is told")


async def _at_once(process: int, games: list[Any], readers: dict[int, Any]) -> None:
    from django.db import connection

    spent, begun = seconds(process), time.monotonic()
    waits = [asyncio.create_task(told(reader)) for each in readers.values() for reader in each]

    def wake_all() -> None:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE games_game SET log_length = log_length + 1")
            cursor.execute("SELECT pg_notify('tideweb_events', 'b' || id) FROM games_game")

    await asyncio.to_thread(wake_all)
    at = sorted(moment - begun for moment in await asyncio.gather(*waits))
    say(f"at all tables at once: half told after {at[len(at) // 2]:.1f} s, the last after")
    say(f"  {at[-1]:.1f} s; {seconds(process) - spent:.1f} s of processor time")
    say(f"memory: {megabytes(process):.0f} MB")


def main() -> None:
    wanted, port = options().pages, free_port()
    os.environ |= ENVIRONMENT
    server = database.ThrownAway()
    server.start()
    os.environ["DATABASE_URL"] = server.url
    try:
        _measure(wanted, port)
    finally:
        server.remove()


def _measure(wanted: int, port: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from tests.worker import events_command
    from tideweb.embedded.supervisor import kill_group

    call_command("migrate", verbosity=0)
    games = created(wanted // SEATS)
    pages = cookies(games)
    child = subprocess.Popen(events_command("127.0.0.1", port), start_new_session=True)
    try:
        time.sleep(8)
        asyncio.run(measured(port, newest_child(child.pid), games, pages))
    finally:
        child.send_signal(signal.SIGTERM)
        time.sleep(1)
        kill_group(child)
        child.wait()


if __name__ == "__main__":
    main()
