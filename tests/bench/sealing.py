"""Measures the cost of sealing: `python -m tests.bench.sealing [--bids N]`.

On a temporary PostgreSQL it seals and changes one seat's answers, alternating between AES and plain
JSON, both by `place_bid` alone and by a complete API request, and prints the ratios of this
process's CPU seconds and of wall-clock time. Only ratios within one run are meaningful.
"""

import argparse
import itertools
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.database import ThrownAway
from tests.pgplugin import ENVIRONMENT

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.settings", "API_RATE_PERSON": "10000000/min"}
A_TURN = 50  # bids per turn


class Turns:
    """CPU and wall-clock seconds of each way."""

    def __init__(self) -> None:
        self.cpu: dict[str, float] = {"sealed": 0.0, "plain": 0.0}
        self.wall: dict[str, float] = {"sealed": 0.0, "plain": 0.0}

    def run(self, way: str, answer: Callable[[], object]) -> None:
        cpu, wall = time.process_time(), time.perf_counter()
        for _time in range(A_TURN):
            answer()
        self.cpu[way] += time.process_time() - cpu
        self.wall[way] += time.perf_counter() - wall

    def told(self, what: str, bids: int) -> str:
        cpu, wall = (each["sealed"] / each["plain"] for each in (self.cpu, self.wall))
        each = 1000 * self.cpu["sealed"] / bids
        return f"{what}: {cpu:.3f} by CPU, {wall:.3f} by the clock; {each:.2f} ms of CPU a bid\n"


def main() -> int:
    """Prints a line for `place_bid` and one for the request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bids", type=int, default=1000, help="of each way (1000)")
    bids = parser.parse_args().bids
    for name, value in {**ENVIRONMENT, **SETTINGS}.items():
        os.environ.setdefault(name, value)
    embedded = ThrownAway()
    embedded.start()
    os.environ["DATABASE_URL"] = embedded.url
    try:
        for line in _measured(max(A_TURN, bids)):
            sys.stdout.write(line)
    finally:
        embedded.remove()
    return 0


def _measured(bids: int) -> list[str]:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from accounts import encryption
    from tests.games.api.asking import client
    from tests.games.making import people

    call_command("migrate", verbosity=0)
    real: tuple[Any, Any] = (encryption.seal, encryption.unseal)
    nothing: tuple[Any, Any] = (_seal_nothing, _unseal_nothing)
    users = people(3)
    ask = client(users[0])
    answers: dict[str, list[Callable[[], object]]] = {}
    for way, pair in (("sealed", real), ("plain", nothing)):
        encryption.seal, encryption.unseal = pair
        answers[way] = _answers(users, ask)
    found = []
    for place, what in enumerate(("place_bid", "the whole request")):
        turns = Turns()
        for _turn, (way, pair) in itertools.product(
            range(bids // A_TURN), (("sealed", real), ("plain", nothing))
        ):
            encryption.seal, encryption.unseal = pair
            turns.run(way, answers[way][place])
        encryption.seal, encryption.unseal = real
        found.append(turns.told(f"{what}, sealed ÷ plain", bids))
    connections.close_all()
    return found


def _answers(users: list[Any], ask: Any) -> list[Callable[[], object]]:
    """Creates a game; returns the two ways to change an answer in it."""
    from tests.games.api.asking import at, good
    from tests.games.making import bid, legal, running

    game = running(users)
    cards = itertools.cycle(legal(game, 0))
    place = at(game, "hands", 1, "bid")
    return [
        lambda: bid(game, users[0], next(cards)),
        lambda: good(ask.put(place, {"bid": next(cards)})),
    ]


def _seal_nothing(value: Any, place: str) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _unseal_nothing(sealed: bytes, place: str) -> Any:
    return json.loads(bytes(sealed))


if __name__ == "__main__":
    sys.exit(main())
