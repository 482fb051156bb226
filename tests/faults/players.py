"""People at the keyboard: each a token and a connection, playing over the API."""

from __future__ import annotations

import http.client
import json
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from accounts import people, tokens
from accounts.models import User
from games import links
from games.models import Game
from games.services import tables
from games.services.tables import Wish

_numbers = count(1)
PAUSE = 0.05


@dataclass(frozen=True)
class Ack:
    """A bid that was answered with 200: what the person may rely on."""

    code: str
    hand: int
    seat: int
    digest: str


class Client:
    """One person's program. A request that fails on the way raises OSError; it may be repeated."""

    def __init__(self, port: int, token: str) -> None:
        self._port, self._token = port, token
        self._connection: http.client.HTTPConnection | None = None

    def ask(
        self, method: str, way: str, body: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, Any]]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=15)
        headers = {"Authorization": f"Token {self._token}", "Content-Type": "application/json"}
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


@dataclass
class Player:
    """Plays a game on its own: looks, seals one legal card, sticks to it until it is told."""

    client: Client
    code: str
    acks: list[Ack] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    _chosen: dict[int, str] = field(default_factory=dict)

    def play_until(self, stop: threading.Event) -> None:
        while not stop.wait(PAUSE):
            try:
                self._look_and_bid()
            except OSError:
                continue  # the house is down: ask again, with the same card
        self.client.close()

    def _look_and_bid(self) -> None:
        status, game = self.client.ask("GET", f"games/{self.code}")
        if status != 200 or not game["legal"] or game["own_bid"]:
            return
        hand = game["hand"]
        card = self._chosen.setdefault(hand, random.choice(game["legal"]))
        status, said = self.client.ask("PUT", f"games/{self.code}/hands/{hand}/bid", {"bid": card})
        if status == 200:
            self.acks.append(Ack(self.code, hand, said["seat"], said["digest"]))
        elif status < 500 and said.get("code") not in ("stale_hand", "hand_closed", "game_over"):
            self.strange.append(f"{status} {said.get('code')}")


def person() -> User:
    number = next(_numbers)
    return people.make_confirmed(f"p{number}@example.org", f"Person {number}", zone="UTC")


def client_of(user: User, port: int) -> Client:
    return Client(port, tokens.issue(user))


def game_of(users: list[User]) -> Game:
    """A game that these people have just started."""
    game = tables.make_table(users[0], Wish(name="Faults", seats=len(users)))
    for user in users[1:]:
        game = tables.join(user, game.code, link=links.link_token(game))
    return game


def at_once(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Runs the jobs in threads that start together; what each returned or raised."""
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
