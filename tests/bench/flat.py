"""What grows with the number of games stored: `python -m tests.bench.flat [--games 100000]`.

Two databases, one with few games and one with as many as are asked for, filled by COPY
(`tests.bench.filling`). Each thing is done in both by turns, at real games that the services made
there, and told by its queries, by the rows that PostgreSQL reads from tables for it, and by the
ratio of the medians of its times: none may grow. (A table of some thousand rows is read as a whole
where an index would take as long, and the panel counts up to 1,000 rows.)
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from tests.database import ThrownAway
from tests.pgplugin import ENVIRONMENT

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
FEW, ROUNDS = 100, 9
Doing = Callable[[], object]
LEAVE = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = %s"
# A session tells its counts at the end of a transaction, and only now and then, if not asked.
TELL = "SELECT pg_stat_force_next_flush()"
READ = """
SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint FROM pg_stat_user_tables
"""


class Cost(NamedTuple):
    """Of a thing done once."""

    seconds: float
    queries: int
    rows: int


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
    costs: dict[str, dict[str, list[Cost]]] = {name: {} for name in sizes}
    for turn in range(rounds + 1):
        for name in sizes:
            with _in(name):
                for what, do in doing[name].items():
                    cost = _measured(do)
                    if turn:  # the first one warms up
                        costs[name].setdefault(what, []).append(cost)
    _tell(*costs.values())


def _make_database(name: str) -> None:
    """A copy of the migrated, empty database."""
    from django.db import connection

    base = str(connection.settings_dict["NAME"])
    with _in("postgres"), connection.cursor() as cursor:
        cursor.execute(LEAVE, [base])
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{base}"')


@contextmanager
def _in(name: str) -> Iterator[None]:
    """Uses this database instead of the usual one."""
    from django.db import connection

    before = connection.settings_dict["NAME"]
    _go_to(name)
    try:
        yield
    finally:
        _go_to(before)


def _go_to(name: str) -> None:
    """Whatever is connected, or kept connected, is connected to the other one."""
    from django.db import connection

    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    connection.settings_dict["NAME"] = name


def _measured(do: Doing) -> Cost:
    """What is counted is not timed twice: a bid is given once."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    before = _rows_read()
    with CaptureQueriesContext(connection) as asked:
        began = time.perf_counter()
        answer: Any = do()
        seconds = time.perf_counter() - began
        count = len(asked)
    if getattr(answer, "status_code", 200) != 200:
        raise SystemExit(f"A page answered {answer.status_code}.")
    return Cost(seconds, count, _rows_read() - before)


def _rows_read() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(TELL)
        cursor.execute(READ)
        return int(cursor.fetchone()[0])


def _things(rounds: int) -> Iterator[tuple[str, Doing]]:
    from django.test import Client
    from django.urls import reverse

    from accounts.models import User
    from games.services import sweep
    from games.services.hands import bidding
    from tests.accounts.making import give_factor
    from tests.games import making

    users = making.people(3)
    tables = [making.running(users) for _table in range(rounds)]
    turn = {"bid": 0, "hand": 0}

    def bid() -> object:
        game = tables[turn["bid"] % len(tables)]
        turn["bid"] += 1
        return bidding.place_bid(users[0], game.code, 1, making.legal(game, 0)[0], via="page")

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
    yield "behind the bell", lambda: stranger.get(reverse("in_app"))
    yield "API: games", lambda: person.get("/api/v1/games")
    yield "API: games of Rowboat", lambda: person.get("/api/v1/games?ruleset=rowboat")
    yield from _panel(chief, tables[-1].pk)


def _panel(chief: Any, game: int) -> Iterator[tuple[str, Doing]]:
    from django.urls import reverse

    yield "panel: start", lambda: chief.get(reverse("admin:index"))
    yield "panel: letters", lambda: chief.get(reverse("admin:accounts_notice_changelist"))
    yield "panel: games", lambda: chief.get(reverse("admin:games_game_changelist"))
    yield "panel: a game", lambda: chief.get(reverse("admin:games_game_change", args=[game]))


def _tell(few: dict[str, list[Cost]], many: dict[str, list[Cost]]) -> None:
    for what, found in few.items():
        before, after = _usual(found), _usual(many[what])
        say(
            f"{what:24} {before.queries:4} and {after.queries:3} queries, "
            f"{before.rows:7,} and {after.rows:7,} rows, "
            f"{before.seconds * 1000:8.1f} and {after.seconds * 1000:8.1f} ms, "
            f"ratio {after.seconds / before.seconds:5.2f}"
        )


def _usual(costs: list[Cost]) -> Cost:
    seconds, queries, rows = (statistics.median(each) for each in zip(*costs, strict=True))
    return Cost(seconds, int(queries), int(rows))


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
