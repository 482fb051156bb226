"""People who play over the API of several web processes, and remember what they were told, for the
checker of `make faults`; at some tables they play by page and mail as well.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from accounts.security import api_keys
from games.models import Game
from tests.accounts.sink import Sink
from tests.faults import checker, clients, judging
from tests.faults.checker import OK, REFUSED, UNKNOWN, Answer, Violation
from tests.faults.clients import CHANGES, Notes
from tests.faults.course import Beginning, beginning
from tests.faults.house import wait
from tests.faults.players import game_of, person

PAUSE = 0.05
NOBODY = 599  # instead of a status
SETTLED = 120.0  # seconds within which nothing may be left to do
TOO_LATE = {"stale_hand", "hand_closed", "game_over", "not_that_hand", "not_awaited"}


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
    """Looks and seals a card in each hand, by whichever process answers, and sometimes another;
    `refused_for` is the longest time in which each try to look or to bid failed."""

    user: User
    code: str
    seat: int
    ports: list[int]
    notes: Notes
    strange: list[Strange] = field(default_factory=list)
    refused_for: float = 0.0
    tries: int = 0
    failures: int = 0
    over: bool = False
    _token: str = ""
    _port: int = 0
    _since: float | None = None
    _chosen: dict[int, str] = field(default_factory=dict)
    _said: Counter[int] = field(default_factory=Counter)  # by hand: answers that were confirmed

    def play_until(self, stop: threading.Event) -> None:
        """The body of a thread."""
        while not self.over and not stop.wait(PAUSE):
            self._look_and_bid()

    def _look_and_bid(self) -> None:
        status, game = self._try("GET", f"games/{self.code}")
        looked_at = self._port
        self.over = status == 200 and game["state"] == Game.State.OVER
        if status != 200 or game["hand"] is None:
            return
        hand = game["hand"]
        self.notes.saw(self.code, hand)
        if not game["legal"] or not self._wants_to_say(hand, answered=bool(game["own_bid"])):
            return
        card = self._chosen.setdefault(hand, random.choice(game["legal"]))
        status, receipt = self._bid(hand, card)
        if status == 200:
            self._said[hand] += 1
            del self._chosen[hand]
        elif status < 500:
            del self._chosen[hand]  # or it would be refused as often as it is sent
            if receipt.get("code") not in TOO_LATE:
                self.strange.append(Strange(status, str(receipt.get("code")), looked_at))

    def _wants_to_say(self, hand: int, *, answered: bool) -> bool:
        """Once, or as often as nobody answers; and some think again, once."""
        if hand in self._chosen or not answered:
            return True
        again = self._said[hand] == 1 and random.random() < CHANGES
        self._said[hand] += not again
        return again

    def _bid(self, hand: int, card: str) -> tuple[int, dict[str, Any]]:
        """Sends an answer, and notes what came of it; each try is a request of its own."""
        sent = time.monotonic()
        status, receipt = self._try("PUT", f"games/{self.code}/hands/{hand}/bid", {"bid": card})
        outcome = OK if status == 200 else REFUSED if status < 500 else UNKNOWN
        digest = str(receipt.get("digest", ""))
        self.notes.add(Answer(
            self.code, hand, self.seat, card, sent, time.monotonic(), outcome, digest,
        ))  # fmt: skip
        return status, receipt

    def _try(
        self, method: str, way: str, body: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """The answer, `NOBODY` where there was none; notes for how long none of them succeeded."""
        begun = time.monotonic()
        self.tries += 1
        try:
            status, found = self._ask(method, way, body)
        except (OSError, http.client.HTTPException, ValueError):
            status, found = NOBODY, {}
        if 500 <= status != NOBODY:
            self.notes.failed.append((time.monotonic(), status))
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
            line.request(method, f"/api/v1/{way}", json.dumps(body) if body else None, headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        finally:
            line.close()


class Playing:
    """Players in threads, until the block ends; `mails` are the ports of the listeners for mail."""

    def __init__(self, ports: list[int], mails: Sequence[int] = ()) -> None:
        self.notes = Notes()
        self.begins: dict[int, Beginning] = {}  # by game id
        self.players: list[Player] = []
        self.by_all_interfaces: list[clients.Player] = []
        self._ports, self._mails = ports, mails
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def seat(self, seats: int) -> None:
        """A game that so many new people start, who play over the API."""
        game = self.note(game_of([person() for _ in range(seats)]))
        for seat in game.seats.select_related("user"):
            assert seat.user is not None
            player = Player(seat.user, game.code, seat.index, self._ports, self.notes)
            player._token = api_keys.issue(player.user)
            thread = threading.Thread(target=player.play_until, args=(self._stop,))
            self.players.append(player)
            self._threads.append(thread)
            thread.start()

    def seat_by_all_interfaces(self, seats: int) -> None:
        """Another game, whose people play by page and mail, too."""
        game = self.note(game_of([person() for _ in range(seats)]))
        for seat in game.seats.select_related("user"):
            assert seat.user is not None
            listener = random.choice(self._mails)
            player = clients.Player(
                seat.user, game, seat.index, self._ports, listener, self.notes
            )  # fmt: skip
            player.stop = self._stop
            self.by_all_interfaces.append(player)
            self._threads.append(player)
            player.start()

    def note(self, game: Game) -> Game:
        """What becomes of this new game is judged, too."""
        self.begins[game.pk] = beginning(game)
        return game

    def __enter__(self) -> Playing:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(60)

    @property
    def confirmed(self) -> int:
        """How many answers were confirmed so far."""
        return sum(answer.outcome == OK for answer in list(self.notes.answers))

    def hands(self) -> int:
        """How many hands their games have behind them."""
        games = Game.objects.filter(pk__in=self.begins)
        return sum(number - 1 for number in games.values_list("hand_number", flat=True))

    def judged(self, sink: Sink, letters: float) -> list[Violation]:
        """What the checker finds, once nothing is left to do; letters that are late may take so
        many seconds, and then count as on their way if a worker has claimed them.
        """
        games, looked = list(self.begins), datetime.now(UTC)
        wait(lambda: judging.settled(games), SETTLED, lambda: "A hand or a mail is left.")
        with suppress(TimeoutError):
            wait(lambda: not judging.waiting(), letters, lambda: "")
            looked = datetime.now(UTC)
        return checker.check(judging.history(self.notes, self.begins, sink, looked))


def running(players: Sequence[Player | clients.Player]) -> int:
    """How many of their games are not over."""
    codes = {player.code for player in players}
    return Game.objects.filter(code__in=codes, state=Game.State.RUNNING).count()
