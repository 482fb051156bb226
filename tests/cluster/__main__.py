"""A cluster on this host, of which one part after the other is killed while people play.

What they were told, what was played and which letters came is judged by the checker of `make
faults`, and each game must go on; said is how long bids were refused, too. `make cluster
ARGS="--kills 20"`.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING

from aiosmtpd.controller import Controller

from tests.accounts.sink import Sink
from tests.asking import positive
from tests.cluster import parts
from tests.cluster.drill import Cluster, bring_up, whole_again

if TYPE_CHECKING:
    from tests.cluster.players import Playing

KINDS = ("primary", "rabbit", "haproxy", "web", "worker", "pgbouncer", "redis", "mailin", "etcd")
CORE = ("primary", "rabbit", "haproxy", "web", "worker")
TABLES, SEATS = 2, 3  # and one more table, whose people play by page and mail as well
LETTERS = 120.0  # seconds for the last letters


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=positive, default=20)
    parser.add_argument("--all", action="store_true", help="every kind, not the five alone")
    parser.add_argument("--keep", action="store_true", help="leave the logs")
    given = parser.parse_args()
    parts.install()
    with ExitStack() as end:
        folder = parts.new_folder()
        if not given.keep:
            end.callback(shutil.rmtree, folder, ignore_errors=True)
        sink = Sink()
        server = Controller(sink, hostname="127.0.0.1", port=parts.ports(1)[0])
        server.start()
        end.callback(server.stop)
        begun = time.monotonic()
        cluster = bring_up(folder, server.port)
        end.callback(cluster.stop)
        say(f"up in {time.monotonic() - begun:.0f} s, {len(cluster.parts)} parts; logs in {folder}")
        wrong = drill(cluster, sink, given.kills, KINDS if given.all else CORE)
    sys.exit(1 if wrong else 0)


def drill(cluster: Cluster, sink: Sink, kills: int, kinds: tuple[str, ...]) -> bool:
    import django

    django.setup()
    from tests.cluster.players import Playing, running

    waits: dict[str, list[float]] = {kind: [] for kind in kinds}
    with Playing(cluster.ports, cluster.mails) as playing:
        for number in range(kills):
            while running(playing.players) < TABLES:
                playing.seat(SEATS)
            while not running(playing.by_all_interfaces):
                playing.seat_by_all_interfaces(SEATS)
            kind = kinds[number % len(kinds)]
            time.sleep(2)
            refused, text = _kill_once(cluster, playing, kind)
            waits[kind].append(refused)
            say(f"{number + 1:>3} {text}, refused {refused:5.1f} s")
    players = playing.players
    copies = Counter(str(mail["Message-ID"]) for mail in sink.mails)
    violations = playing.judged(sink, LETTERS)
    strange = [one for p in players for one in p.strange]
    counts = sorted(playing.notes.interfaces.items())
    interfaces = ", ".join(f"{count} {interface}" for interface, count in counts)
    say(
        f"hands {playing.hands()}, confirmed {playing.confirmed}, violations {len(violations)}, "
        f"strange {len(strange)}, tries {sum(p.tries for p in players)}, failed "
        f"{sum(p.failures for p in players)}; letters {len(copies)}, twice "
        f"{sum(n == 2 for n in copies.values())}, more {sum(n > 2 for n in copies.values())}"
    )
    for kind, times in waits.items():
        if times:
            middle = sorted(times)[len(times) // 2]
            say(f"  {kind:<10} bids refused at most {max(times):.1f} s (median {middle:.1f})")
    say(f"  at the table with all interfaces: {interfaces}")
    say("\n".join([*(f"VIOLATION {each}" for each in violations), *map(str, strange[:5])]))
    return bool(violations or strange)


def _kill_once(cluster: Cluster, playing: Playing, kind: str) -> tuple[float, str]:
    """Kills one of that kind and waits until all is whole and hands go on; the longest time in
    which somebody was refused."""
    for player in playing.players:
        player.refused_for = 0.0
    before = playing.hands()
    which = cluster.kill(kind)
    took = whole_again(cluster, kind)
    parts.until(lambda: playing.hands() > before + 1, 120, "nothing goes on")
    return max(player.refused_for for player in playing.players), (
        f"{which:<10} whole after {took:5.1f} s"
    )


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
