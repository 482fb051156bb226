"""Wakes waiting clients when something was committed that may concern them.

Triggers send a NOTIFY for each log entry and each notice, with only the id of the game or person.
Open pages are woken at once, since they just reload their state. Events for programs can't be
delivered while an older transaction is still open (accounts.operation.commit_horizon); they follow
when it ends.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection

from accounts.operation.commit_horizon import HORIZON
from tideweb.environment import connection_string

CHANNEL = "tideweb_events"
TOGETHER = 0.02  # seconds in which notifications are collected
AGAIN = 0.2  # seconds between checks while an older transaction is open
PAUSE = 2.0  # seconds before reconnecting to the database
WHO_SITS = """
SELECT DISTINCT game_id, user_id FROM games_seat WHERE game_id = ANY(%s) AND user_id IS NOT NULL
"""
NEWEST = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
log = logging.getLogger(__name__)


class Hub:
    """The waiting clients by person; `run` must be running."""

    def __init__(self) -> None:
        self._waiting: dict[int, set[asyncio.Event]] = defaultdict(set)
        self._undecided: dict[int, int] = {}  # person: transaction to wait for
        self._pages: dict[str, set[asyncio.Event]] = defaultdict(set)  # by row: `g12`, `u34`
        self._lines: dict[int, int] = defaultdict(int)  # number of open pages by person

    @contextmanager
    def waiting(self, person: int) -> Iterator[asyncio.Event]:
        """Context manager: an event that is set whenever there may be news for this person."""
        event = asyncio.Event()
        self._waiting[person].add(event)
        try:
            yield event
        finally:
            self._waiting[person].discard(event)
            if not self._waiting[person]:
                del self._waiting[person]

    def count(self, person: int) -> int:
        """The number of waiting clients of one person."""
        return len(self._waiting.get(person, ()))

    @contextmanager
    def watching(self, rows: Sequence[str], person: int) -> Iterator[asyncio.Event]:
        """Context manager: an event that is set whenever one of these games or people changes."""
        event = asyncio.Event()
        self._lines[person] += 1
        for row in rows:
            self._pages[row].add(event)
        try:
            yield event
        finally:
            self._lines[person] -= 1
            for row in rows:
                self._pages[row].discard(event)
                if not self._pages[row]:
                    del self._pages[row]

    def lines_of(self, person: int) -> int:
        """The number of open pages of this person; person 0 stands for all anonymous visitors."""
        return self._lines.get(person, 0)

    async def run(self) -> None:
        """Listens forever. After each reconnection it wakes everybody, since it may have missed
        something.
        """
        while True:
            try:
                async with await self._connected() as line:
                    self._wake(list(self._waiting))
                    self._wake_pages(list(self._pages))
                    while True:
                        await self._heard(line)
            except psycopg.Error as error:
                log.warning(
                    "The connection for database notifications failed: %s", type(error).__name__
                )
            await asyncio.sleep(PAUSE)

    async def _connected(self) -> Any:
        text = connection_string(connection.settings_dict)
        line = await psycopg.AsyncConnection.connect(text, autocommit=True)
        await line.execute(f"LISTEN {CHANNEL}")
        return line

    async def _heard(self, line: Any) -> None:
        payloads = set()
        wait = AGAIN if self._undecided else None
        async for notify in line.notifies(timeout=wait, stop_after=1):
            payloads.add(notify.payload)
        if payloads:
            async for notify in line.notifies(timeout=TOGETHER):
                payloads.add(notify.payload)
            await self._note(line, payloads)
        if self._undecided:
            await self._decide(line)

    async def _note(self, line: Any, payloads: set[str]) -> None:
        """Handles notifications: `g12` is the log of game 12, `u34` person 34; `b12` is game 12 for
        open pages only.
        """
        people = {int(each[1:]) for each in payloads if each.startswith("u")}
        games = [int(each[1:]) for each in payloads if each.startswith("g")]
        shown = {int(each[1:]) for each in payloads if each[0] in "gb"}
        self._wake_pages([f"g{game}" for game in shown])
        if shown and ((games and self._waiting) or self._pages):
            seated = await (await line.execute(WHO_SITS, [list(shown)])).fetchall()
            self._wake_pages([f"u{person}" for _game, person in seated])
            people |= {person for game, person in seated if game in games}
        self._wake_pages([f"u{person}" for person in people])
        if concerned := people & self._waiting.keys():  # most commits concern nobody waiting here
            newest = (await (await line.execute(NEWEST)).fetchone())[0]
            self._undecided |= dict.fromkeys(concerned, newest)

    async def _decide(self, line: Any) -> None:
        horizon = (await (await line.execute(HORIZON)).fetchone())[0]
        told = [person for person, newest in self._undecided.items() if newest <= horizon]
        for person in told:
            del self._undecided[person]
        self._wake(told)

    def _wake(self, people: list[int]) -> None:
        for person in people:
            for event in self._waiting.get(person, ()):
                event.set()

    def _wake_pages(self, rows: list[str]) -> None:
        for row in rows:
            for event in self._pages.get(row, ()):
                event.set()
