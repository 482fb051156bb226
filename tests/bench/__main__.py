"""`make bench`, the half with processes: ratios to the floors of the stack and to the peer.

All that is compared is taken in one rotation. Prints a line a figure, and appends JSON lines to
var/bench.jsonl. The exit status is 0 whatever comes out: docs/measurements.md says what is wanted.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import django

from tests import brokers
from tests.faults.house import ROOT, House

if TYPE_CHECKING:
    from tests.bench.measures import Rates, Settled

ACCEPTED, ALL_IN, SETTLED = 0.6, 1.0, 5.0
FILE = ROOT / "var" / "bench.jsonl"


def options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--requests", type=int, default=192, help="of each kind in a round; times 8")
    asked.add_argument("--hands", type=int, default=60, help="whose latency is taken")
    asked.add_argument("--broker", choices=("redis", "amqp", "pgmq"), help="default: redis if any")
    asked.add_argument("--no-peer", action="store_true", help="leave boardgame.io out")
    asked.add_argument("--label", default="", help="goes into the JSON lines")
    return asked.parse_args()


@contextmanager
def broker(kind: str) -> Iterator[None]:
    """Its address in the environment, for all processes of the house."""
    makes = {"redis": (brokers.redis_binary, brokers.RedisProcess),
             "amqp": (brokers.rabbitmq_binary, brokers.RabbitProcess)}  # fmt: skip
    binary = makes[kind][0]() if kind in makes else None
    if binary is None:
        yield
        return
    server = makes[kind][1](binary, "bench")
    try:
        server.start()
        os.environ["CELERY_BROKER_URL"] = server.url
        yield
    finally:
        server.remove()


def main() -> int:
    asked = options()
    kind = asked.broker or ("redis" if brokers.redis_binary() else "pgmq")
    house = House()
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.bench.settings", "SWEEP_SECONDS": "20"}
    with broker(kind):
        django.setup()
        from tests.bench import measures, peer

        others: dict[str, peer.Peer] = {}
        try:
            house.start()
            measures.make_table()
            if not asked.no_peer and peer.install():
                for storage in peer.SERVERS:
                    others[storage] = peer.Peer(house, storage)
                    others[storage].start()
            crowd = measures.People(house.port)
            tell = Teller(asked.label, kind)
            found = measures.rates(house, crowd, others, asked.rounds, asked.requests)
            tell_rates(tell, found)
            tell_latencies(tell, *measures.latencies(crowd, asked.hands))
        finally:
            for other in others.values():
                other.stop()
            house.stop()
    return 0


def tell_rates(tell: Teller, rates: Rates) -> None:
    tell.figure("null endpoint", rates.null, "a core-second (web, database)")
    tell.figure("accepted bids", rates.accepted, "a core-second (web, database)")
    tell.figure("all-in", rates.all_in, "a core-second (web, database, worker)")
    for part, costs in rates.costs.items():
        tell.figure(f"  of it, {part}", costs, "ms of a bid")
    tell.ratio("accepted ÷ null", rates.accepted, rates.null, f"{ACCEPTED} or more")
    for storage, bids in rates.peers.items():
        tell.figure(storage, bids, "a core-second (boardgame.io on it, database)")
        tell.ratio(f"all-in ÷ {storage}", rates.all_in, bids, f"{ALL_IN} or more")
    if rates.peers:
        say("  lean storage: ours, as lean as its interface allows; bgio-postgres: the public one")
    else:
        say("boardgame.io           not measured: it wants Node and npm")


def tell_latencies(tell: Teller, nothing: Sequence[float], settled: Sequence[Settled]) -> None:
    visible = [each.visible for each in settled]
    tell.figure("task of nothing", [1000 * each for each in nothing], "ms, p50")
    tell.figure("last bid → settled", [1000 * each for each in visible], "ms, p50")
    tell.figure("  of it, the request", [1000 * each.answered for each in settled], "ms, p50")
    ratio = statistics.median(visible) / statistics.median(nothing)
    tell.line("settled ÷ nothing", ratio, f"p50; wanted: {SETTLED} or less")


class Teller:
    """Says each figure, and writes it down with when and of which state of the code it is."""

    def __init__(self, label: str, broker: str) -> None:
        command = ["git", "rev-parse", "--short", "HEAD"]
        commit = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
        self._about = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "commit": commit.stdout.strip(),
            "label": label,
            "broker": broker,
        }

    def figure(self, name: str, values: Sequence[float], unit: str) -> None:
        """The middle of several."""
        middle = sorted(values)[len(values) // 2]
        self.line(name, middle, unit, values)

    def ratio(self, name: str, ours: Sequence[float], theirs: Sequence[float], wanted: str) -> None:
        """Of each round, and their middle."""
        found = [one / other for one, other in zip(ours, theirs, strict=True)]
        rounds = ", ".join(f"{each:.2f}" for each in found)
        self.figure(name, found, f"by round {rounds}; wanted: {wanted}")

    def line(self, name: str, value: float, unit: str, values: Sequence[float] = ()) -> None:
        say(f"{name:<22}{value:8.2f} {unit}")
        FILE.parent.mkdir(exist_ok=True)
        rounded = [round(each, 3) for each in values]
        written = {**self._about, "what": name, "value": round(value, 3), "values": rounded}
        with FILE.open("a", encoding="utf-8") as file:
            file.write(json.dumps(written, ensure_ascii=False) + "\n")


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
