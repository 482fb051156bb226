"""People who play over the API of several web processes, and remember what was confirmed."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from accounts.models import User
from accounts.people import new_accounts
from accounts.security import api_keys
from games import links
from games.models import Bid, Game
from games.services.lobby import tables
from games.services.lobby.tables import Wish

PAUSE = 0.05
TOO_LATE = {"stale_hand", "hand_closed", "game_over", "not_that_hand", "not_awaited"}
_numbers = count(1)


@dataclass(frozen=True)
class Confirmed:
    """A bid that was answered with 200: what its person may rely on."""

    code: str
    hand: int
    seat: int
    digest: str


@dataclass(frozen=True)
class Strange:
    """A refusal that had no reason, and the port of the web process that had offered the card."""

    status: int
    code: str
    shown_by: int

    def __str__(self) -> str:
        return f"{self.status} {self.code}, offered by the web process at port {self.shown_by}"


@dataclass
class Player:
    """Looks and seals one card in each hand, by whichever process answers; `refused_for` is the
    longest time in which each try to look or to bid failed."""

    user: User
    code: str
    ports: list[int]
    confirmed: list[Confirmed] = field(default_factory=list)
    strange: list[Strange] = field(default_factory=list)
    refused_for: float = 0.0
    tries: int = 0
    failures: int = 0
    over: bool = False
    _token: str = ""
    _port: int = 0
    _since: float | None = None
    _chosen: dict[int, str] = field(default_factory=dict)

    def play_until(self, stop: threading.Event) -> None:
        """The body of a thread."""
        while not self.over and not stop.wait(PAUSE):
            self._look_and_bid()

    def _look_and_bid(self) -> None:
        status, game = self._try("GET", f"games/{self.code}")
        looked_at = self._port
        self.over = status == 200 and game["state"] == Game.State.OVER
        if status != 200 or not game["legal"] or game["own_bid"]:
            return
        hand = game["hand"]
        card = self._chosen.setdefault(hand, random.choice(game["legal"]))
        status, receipt = self._try("PUT", f"games/{self.code}/hands/{hand}/bid", {"bid": card})
        if status == 200:
            bid = Confirmed(self.code, hand, receipt["seat"], receipt["digest"])
            self.confirmed.append(bid)
        elif status < 500 and receipt.get("code") not in TOO_LATE:
            self.strange.append(Strange(status, str(receipt.get("code")), looked_at))
            del self._chosen[hand]  # or it would be refused as often as it is sent

    def _try(
        self, method: str, way: str, body: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """The answer, 599 where there was none; notes for how long none of them succeeded."""
        begun = time.monotonic()
        self.tries += 1
        try:
            status, found = self._ask(method, way, body)
        except (OSError, http.client.HTTPException, ValueError):
            status, found = 599, {}
        if status >= 500:
            self.failures += 1
            self._since = self._since or begun
        elif self._since is not None:
            self.refused_for = max(self.refused_for, time.monotonic() - self._since)
            self._since = None
        return status, found

    def _ask(
        self, method: str, way: str, body: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, Any]]:
        self._token = self._token or api_keys.issue(self.user)
        self._port = random.choice(self.ports)
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        headers = {"Authorization": f"Token {self._token}", "Content-Type": "application/json"}
        try:
            line.request(method, f"/api/v1/{way}", body and json.dumps(body), headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        finally:
            line.close()


def table_of(seats: int, ports: list[int]) -> list[Player]:
    """A game that so many new people have just started."""
    users = [_person() for _ in range(seats)]
    game = tables.make_table(users[0], Wish(name="A table", seats=seats))
    for user in users[1:]:
        game = tables.join(user, game.code, link=links.link_token(game))
    players = [Player(user, game.code, ports) for user in users]
    for player in players:
        player._token = api_keys.issue(player.user)
    return players


def _person() -> User:
    number = next(_numbers)
    return new_accounts.make_confirmed(f"p{number}@example.org", f"Person {number}", zone="UTC")


class Playing:
    """Players in threads, until the block ends."""

    def __init__(self, players: list[Player]) -> None:
        self.players: list[Player] = []
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._first = players

    def add(self, players: list[Player]) -> None:
        """These play, too, from now on."""
        for player in players:
            thread = threading.Thread(target=player.play_until, args=(self._stop,))
            self.players.append(player)
            self._threads.append(thread)
            thread.start()

    def __enter__(self) -> Playing:
        self.add(self._first)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(60)

    @property
    def confirmed(self) -> list[Confirmed]:
        """All that anybody was told so far."""
        return [bid for player in self.players for bid in list(player.confirmed)]


def missing(confirmed: list[Confirmed]) -> list[Confirmed]:
    """Confirmed bids that are stored nowhere as confirmed: each plays one card a hand, so that
    the last one confirmed is the one that stands."""
    last = {(bid.code, bid.hand, bid.seat): bid for bid in confirmed}
    rows = Bid.objects.filter(hand__game__code__in={bid.code for bid in confirmed})
    stored = set(rows.values_list("hand__game__code", "hand__number", "seat__index", "digest"))
    return [b for b in last.values() if (b.code, b.hand, b.seat, b.digest) not in stored]


def hands_played(players: list[Player]) -> int:
    """How many hands their games have behind them."""
    games = Game.objects.filter(code__in={player.code for player in players})
    return sum(number - 1 for number in games.values_list("hand_number", flat=True))


def running(players: list[Player]) -> int:
    """How many of their games are not over."""
    codes = {player.code for player in players}
    return Game.objects.filter(code__in=codes, state=Game.State.RUNNING).count()
