"""People with a token and a connection each, and games for them."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable
from itertools import count
from typing import Any

from accounts.models import User
from accounts.people import new_accounts
from accounts.security import api_keys
from games import links
from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings

_numbers = count(1)


class Client:
    """One person's program. A request that fails on the way raises OSError and may be repeated."""

    def __init__(self, port: int, token: str) -> None:
        self._port, self._token = port, token
        self._connection: http.client.HTTPConnection | None = None

    def ask(
        self,
        method: str,
        way: str,
        body: dict[str, Any] | None = None,
        more: dict[str, str] | None = None,
    ) -> tuple[int, dict[str, Any]]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=15)
        headers = {"Authorization": f"Token {self._token}", "Content-Type": "application/json"}
        headers |= more or {}
        data = None if body is None else json.dumps(body)
        try:
            self._connection.request(method, f"/api/v1/{way}", data, headers)
            answer = self._connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise OSError(str(error)) from error

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def person() -> User:
    number = next(_numbers)
    return new_accounts.make_confirmed(f"p{number}@example.org", f"Person {number}", zone="UTC")


def client_of(user: User, port: int) -> Client:
    return Client(port, api_keys.issue(user))


def game_of(users: list[User]) -> Game:
    """Starts a game of these people."""
    game = tables.make_table(users[0], TableSettings(name="Faults", seats=len(users)))
    for user in users[1:]:
        game = tables.join(user, game.code, link=links.link_token(game))
    return game


def at_once(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Runs the jobs in threads that start together; returns what each returned or raised."""
    barrier = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(number: int) -> None:
        barrier.wait(30)
        try:
            results[number] = jobs[number]()
        except Exception as error:  # noqa: BLE001 (handed to the caller)
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results
