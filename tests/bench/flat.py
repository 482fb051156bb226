"""What grows with the number of games stored: `python -m tests.bench.flat [--games 100000]`.

Two databases, one with few games and one with as many as are asked for, filled by COPY
(`tests.bench.filling`). Each thing is done in both by turns, at real games that the services made
there, and told by its queries and by the ratio of the medians of its times: neither may grow.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from tests.database import ThrownAway
from tests.pgplugin import ENVIRONMENT

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
FEW, ROUNDS = 100, 9
Doing = Callable[[], object]


def main() -> int:
    """Fills, measures and prints a line for each thing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    os.environ |= ENVIRONMENT | SETTINGS
    embedded = ThrownAway()
    embedded.start()
    os.environ["DATABASE_URL"] = embedded.url
    try:
        _compare(asked.games, asked.rounds)
    finally:
        embedded.remove()
    return 0


def _compare(games: int, rounds: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from tests.bench.filling import fill
    from tests.scale_sweep import _in, _make_database

    call_command("migrate", verbosity=0)
    sizes = {"flat_few": FEW, "flat_many": games}
    doing: dict[str, dict[str, Doing]] = {}
    for name, stored in sizes.items():
        _make_database(name)
        with _in(name):
            began = time.perf_counter()
            fill(stored)
            say(f"{stored:>9,} games filled in {time.perf_counter() - began:.0f} s")
            doing[name] = dict(_things(rounds + 2))
    times: dict[str, dict[str, list[float]]] = {name: {} for name in sizes}
    queries: dict[str, dict[str, int]] = {name: {} for name in sizes}
    for turn in range(rounds + 1):
        for name in sizes:
            with _in(name):
                for what, do in doing[name].items():
                    seconds, asked = _timed(do)
                    queries[name][what] = asked
                    if turn:  # the first one warms up
                        times[name].setdefault(what, []).append(seconds)
    _tell(times, queries)


def _timed(do: Doing) -> tuple[float, int]:
    """Seconds and queries.  What is counted is not timed twice: a bid is given once."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    connection.ensure_connection()
    with CaptureQueriesContext(connection) as asked:
        began = time.perf_counter()
        answer: Any = do()
        seconds = time.perf_counter() - began
        count = len(asked)
    if getattr(answer, "status_code", 200) != 200:
        raise SystemExit(f"A page answered {answer.status_code}.")
    return seconds, count


def _things(rounds: int) -> Iterator[tuple[str, Doing]]:
    from django.test import Client
    from django.urls import reverse

    from accounts.models import User
    from games.services import sweep
    from tests.accounts.making import give_factor
    from tests.games import making

    users = making.people(3)
    tables = [making.running(users) for _table in range(rounds)]
    turn = {"bid": 0, "hand": 0}

    def bid() -> object:
        game = tables[turn["bid"] % len(tables)]
        turn["bid"] += 1
        return making.bidding.place_bid(
            users[0], game.code, 1, making.legal(game, 0)[0], via="page"
        )

    def settle() -> object:
        game = tables[turn["hand"] % len(tables)]
        turn["hand"] += 1
        for user in users[1:]:
            making.bid(game, user)
        hand = making.hand_of(game)
        return sweep.resolve(hand.pk)

    chief, person, stranger = Client(), Client(), Client()
    superuser = User.objects.create_superuser("chief@example.org", "x", name="Chief")
    chief.force_login(give_factor(superuser))
    person.force_login(users[0])
    stranger.force_login(User.objects.get(pk=1001))
    code = tables[-1].code
    yield "a bid", bid
    yield "two bids and settling", settle
    yield "a sweep, nothing due", sweep.sweep
    yield "game page", lambda: person.get(reverse("game", args=[code]))
    yield "your moves", lambda: person.get(reverse("moves"))
    yield "moves of a stranger", lambda: stranger.get(reverse("moves"))
    yield "list of tables", lambda: person.get(reverse("games"))
    yield "notices", lambda: stranger.get(reverse("notices"))
    yield "behind the bell", lambda: stranger.get(reverse("bell"))
    yield "API: games", lambda: person.get("/api/v1/games")
    yield "panel: start", lambda: chief.get(reverse("admin:index"))
    yield "panel: games", lambda: chief.get(reverse("admin:games_game_changelist"))
    yield (
        "panel: a game",
        lambda: chief.get(reverse("admin:games_game_change", args=[tables[-1].pk])),
    )


def _tell(times: dict[str, dict[str, list[float]]], queries: dict[str, dict[str, int]]) -> None:
    few, many = times.values()
    for what, found in few.items():
        before, after = statistics.median(found), statistics.median(many[what])
        asked = [counts[what] for counts in queries.values()]
        say(
            f"{what:24} {asked[0]:4} and {asked[1]:3} queries, "
            f"{before * 1000:8.1f} and {after * 1000:8.1f} ms, ratio {after / before:5.2f}"
        )


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
