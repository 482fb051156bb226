"""The measures; those that are compared are taken in one rotation."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from celery import current_app
from django.db import DEFAULT_DB_ALIAS, connection, connections

from accounts.models import User
from accounts.security import api_keys
from games.models import Game
from tests.bench.cost import Spent, spent_by
from tests.bench.peer import Peer
from tests.faults.house import House, wait
from tests.faults.players import Client, at_once, game_of, person
from tideweb.event_hub import CHANNEL

SEATS, CLIENTS = 4, 8
PARTS = ("web", "database", "worker")
Wish = tuple[str, dict[str, str]]  # way, body


@dataclass
class Rates:
    """Operations a core-second, by round: web and database; `all_in` with the worker that settles;
    `peers`: by storage, bids of boardgame.io, server and database, settling included; `costs`: of
    all-in, what a bid takes of each part, in milliseconds."""

    null: list[float] = field(default_factory=list)
    accepted: list[float] = field(default_factory=list)
    all_in: list[float] = field(default_factory=list)
    peers: dict[str, list[float]] = field(default_factory=dict)
    costs: dict[str, list[float]] = field(default_factory=lambda: {part: [] for part in PARTS})


class Patient(Client):
    """Asks again over a new connection where the server has closed one that was idle."""

    def ask(
        self,
        method: str,
        way: str,
        body: dict[str, Any] | None = None,
        more: dict[str, str] | None = None,
    ) -> tuple[int, dict[str, Any]]:
        try:
            return super().ask(method, way, body, more)
        except OSError:
            return super().ask(method, way, body, more)


class People:
    """Eight people with a connection each; the first four and the last four share tables."""

    def __init__(self, port: int) -> None:
        self.users: list[User] = [person() for _n in range(CLIENTS)]
        self.clients: list[Client] = [Patient(port, api_keys.issue(user)) for user in self.users]

    def tables(self, count: int) -> list[Game]:
        halves = (self.users[:SEATS], self.users[SEATS:])
        return [game_of(halves[n % 2]) for n in range(count)]

    def wishes(self, games: Sequence[Game]) -> list[list[Wish]]:
        """For each client its bids, one in each of its games' open hand."""
        lists: list[list[Wish]] = [[] for _client in self.clients]
        for number, game in enumerate(games):
            for seat in range(SEATS):
                client = number % 2 * SEATS + seat
                _status, seen = self.clients[client].ask("GET", f"games/{game.code}")
                way = f"games/{game.code}/hands/{seen['hand']}/bid"
                lists[client].append((way, {"bid": seen["legal"][0]}))
        return lists

    def send(self, lists: Sequence[Sequence[Wish]]) -> int:
        """All of it, each client one after the other; how many were accepted."""

        def job(client: Client, wishes: Sequence[Wish]) -> Callable[[], int]:
            return lambda: sum(client.ask("PUT", *wish)[0] == 200 for wish in wishes)

        return sum(at_once([job(*pair) for pair in zip(self.clients, lists, strict=True)]))


def rates(
    house: House, crowd: People, peers: Mapping[str, Peer], rounds: int, requests: int
) -> Rates:
    """Null, bids, peers, null, bids, peers …; the worker is held while bids are accepted, and then
    settles them. `requests` of each a round; divisible by SEATS and CLIENTS."""
    found = Rates()
    for _round in range(rounds):
        games = crowd.tables(requests // SEATS)
        bids = crowd.wishes(games)
        nulls = [[(f"bench/{games[n % len(games)].code}", {"bid": "44"})] * (requests // CLIENTS)
                 for n in range(CLIENTS)]  # fmt: skip
        connection.close()
        with held(house, "worker"), spent(house, "web", "database") as null:
            done = crowd.send(nulls)
        found.null.append(checked(done, requests) / null.seconds)
        with ExitStack() as stack:
            parts = {part: stack.enter_context(spent(house, part)) for part in PARTS}
            with held(house, "worker"), spent(house, "web", "database") as accepted:
                done = crowd.send(bids)
            settle(house, games)
        found.accepted.append(checked(done, requests) / accepted.seconds)
        found.all_in.append(done / sum(part.seconds for part in parts.values()))
        for name, part in parts.items():
            found.costs[name].append(1000 * part.seconds / done)
        for storage, peer in peers.items():
            done, cost = peer.bids(requests // SEATS)
            found.peers.setdefault(storage, []).append(checked(done, requests) / cost.seconds)
    return found


@contextmanager
def spent(house: House, *parts: str) -> Iterator[Spent]:
    """Of these parts (web, worker, database) while the block runs."""

    def pids() -> list[int]:
        return [
            pid
            for part in parts
            for pid in (house.database_pids() if part == "database" else house.pids(part))
        ]

    with spent_by(pids) as cost:
        yield cost


def checked(done: int, requests: int) -> int:
    if done != requests:
        raise AssertionError(f"Only {done} of {requests} requests were accepted.")
    return done


def settle(house: House, games: Sequence[Game]) -> None:
    waiting = Game.objects.filter(pk__in=[game.pk for game in games], hand_number=1)
    wait(lambda: not waiting.exists(), 60, house.last_words)


@contextmanager
def held(house: House, part: str) -> Iterator[None]:
    """Its processes stand still meanwhile."""
    pids = house.pids(part)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


class Settled(NamedTuple):
    """Seconds after the last bid's request was begun."""

    answered: float  # the bid is committed, and the worker has its message
    visible: float  # open pages have been told of the next hand


def latencies(crowd: People, rounds: int) -> tuple[list[float], list[Settled]]:
    """A task that does nothing, in seconds, and settling a hand."""
    nothing, settled = [], []
    (game,) = crowd.tables(1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear, Page() as page:
        ear.bind(("127.0.0.1", 0))
        ear.settimeout(30)
        for _round in range(rounds):
            nothing.append(_nothing(ear))
            if Game.objects.get(pk=game.pk).state != Game.State.RUNNING:
                (game,) = crowd.tables(1)
            settled.append(_settled(crowd, game, page))
    return nothing, settled


class Page:
    """What open pages are told by the database."""

    def __enter__(self) -> Page:
        self._line: Any = connections.create_connection(DEFAULT_DB_ALIAS)
        self._line.ensure_connection()
        self._line.connection.execute(f"LISTEN {CHANNEL}")
        return self

    def __exit__(self, *_error: object) -> None:
        self._line.close()

    def waits_for(self, game: Game, hand: int) -> float:
        """The time, by `perf_counter`, at which the game was seen to be beyond this hand."""
        for told in self._line.connection.notifies(timeout=60):
            seen = time.perf_counter()
            if told.payload == f"g{game.pk}":
                now = Game.objects.values_list("hand_number", "state").get(pk=game.pk)
                if now != (hand, Game.State.RUNNING):
                    return seen
        raise TimeoutError("The hand was not settled.")


def _nothing(ear: socket.socket) -> float:
    begun = time.perf_counter()
    current_app.send_task("bench.nothing", args=[ear.getsockname()[1]])
    ear.recv(10)
    return time.perf_counter() - begun


def _settled(crowd: People, game: Game, page: Page) -> Settled:
    before = Game.objects.values_list("hand_number", flat=True).get(pk=game.pk)
    wishes = [(client, seen) for client in crowd.clients[:SEATS]
              if (seen := client.ask("GET", f"games/{game.code}")[1])["legal"]]  # fmt: skip
    way = f"games/{game.code}/hands/{before}/bid"
    for client, seen in wishes[:-1]:
        client.ask("PUT", way, {"bid": seen["legal"][0]})
    client, seen = wishes[-1]
    begun = time.perf_counter()
    client.ask("PUT", way, {"bid": seen["legal"][0]})
    answered = time.perf_counter() - begun
    return Settled(answered, page.waits_for(game, before) - begun)


def make_table() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_row (id bigserial PRIMARY KEY, game bigint, said text)")
