"""`make bench`, the half with processes: ratios to the floors of the stack."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import django

from tests import brokers
from tests.faults.house import House

ACCEPTED, SETTLED = 0.6, 5.0


def options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--hands", type=int, default=60, help="whose latency is taken")
    asked.add_argument("--broker", choices=("redis", "pgmq"), help="default: redis if there is")
    return asked.parse_args()


@contextmanager
def broker(kind: str) -> Iterator[None]:
    """Its address in the environment, for all processes of the house."""
    binary = brokers.redis_binary()
    if kind == "pgmq" or binary is None:
        yield
        return
    server = brokers.RedisProcess(binary)
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
        from tests.bench import measures

        try:
            house.start()
            measures.make_table()
            crowd = measures.People(house.port)
            rates = measures.rates(house, crowd, asked.rounds)
            nothing, settled = measures.latencies(crowd, asked.hands)
        finally:
            house.stop()
    middle = measures.middle
    null, accepted, all_in = map(middle, (rates.null, rates.accepted, rates.all_in))
    say(f"null endpoint          {null:7.0f} per core-second (web, database)")
    say(f"accepted bids          {accepted:7.0f} per core-second (web, database)")
    say(f"all-in, with settling  {all_in:7.0f} per core-second (web, database, worker)")
    say(f"accepted ÷ null        {accepted / null:7.2f} (wanted: {ACCEPTED} or more)")
    ratio = middle(settled) / middle(nothing)
    say(f"task of nothing, p50   {middle(nothing) * 1000:7.1f} ms over {kind}")
    say(f"last bid → settled     {middle(settled) * 1000:7.1f} ms, p50")
    say(f"settled ÷ nothing      {ratio:7.2f} (wanted: {SETTLED} or less)")
    return 0


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
