"""Measures a sweep with many stored games, 100 of them due: `python -m tests.scale --sweep`.

Half of the 100 are overdue and half are ready. Rows are those that PostgreSQL counts as read from
tables, by scans and by indexes; pages of the indexes themselves don't count.
"""

import re
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice

from django.db import connection
from django.test.utils import CaptureQueriesContext

DUE = 100
FEW = 1_000  # number of games to compare with
ROUNDS = 5
MOST = 5  # statements that are shown
# In addition to what `tests.scale` stores: clocks of all hands, a tenth of them running, and keys.
CLOCKS = """
INSERT INTO games_seatclock (hand_id, seat_id, user_id, deadline, rule, answered_at, took_seconds,
    in_time, counted)
SELECT h.id, s.id, s.user_id, h.deadline, '{}', CASE WHEN h.state = 'resolved' THEN now() END,
    CASE WHEN h.state = 'resolved' THEN 3600 END, true, h.state = 'resolved'
    FROM games_hand h JOIN games_seat s ON s.game_id = h.game_id AND s.index < 2;
INSERT INTO games_idempotencykey (user_id, key, fingerprint, sealed_receipt, created_at)
SELECT maker_id, code, 'x', '\\x00', now() FROM games_game WHERE id % 10 = 0;
SELECT setval('games_game_id_seq', max(id)) FROM games_game;
SELECT setval('games_stage_id_seq', max(id)) FROM games_stage;
VACUUM ANALYZE
"""
FORGET = "SELECT pg_stat_reset()"
LEAVE = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
FLUSH = "SELECT pg_stat_force_next_flush()"
ROWS = """
SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables
WHERE seq_tup_read + coalesce(idx_tup_fetch, 0) > 0 ORDER BY 2 DESC
"""


@dataclass(frozen=True)
class Cost:
    """The cost of one call: its result, queries, rows read, and seconds."""

    moved: int
    queries: int
    rows: int
    seconds: float
    most: Sequence[tuple[str, int]]  # the tables with the most rows read
    spent: Mapping[str, float]  # seconds by statement


def compare(fill: Callable[[int], None], games: int) -> None:
    """Prints the cost of a sweep with few and with many stored games, and the ratios of medians.

    Each has its own database, and they alternate, so that the machine's load affects both alike.
    """
    sizes = {f"sweep_{stored}": stored for stored in (FEW, games)}
    for name, stored in sizes.items():
        _make_database(name)
        with _in(name):
            fill(stored)
            _execute(CLOCKS.split(";\n"))
            _measured(DUE)  # warm-up
    rounds: dict[str, list[Cost]] = {name: [] for name in sizes}
    idle: dict[str, list[Cost]] = {name: [] for name in sizes}
    for _round in range(ROUNDS):
        for name in sizes:
            with _in(name):
                idle[name].append(_measured())
                rounds[name].append(_measured(DUE))
    for words, found in (("nothing due", idle), (f"{DUE} due", rounds)):
        _tell(words, sizes, found)


def _tell(words: str, sizes: Mapping[str, int], found: Mapping[str, Sequence[Cost]]) -> None:
    for name, stored in sizes.items():
        _say(f"{stored:>9,} games, {words:<12} {_words(found[name])}")
    few, many = found.values()
    rows = _median(many, "rows") / max(1, _median(few, "rows"))
    ratio = f"rows {rows:.2f}, time {_median(many, 'seconds') / _median(few, 'seconds'):.2f}"
    _say(f"{max(sizes.values()):,} : {FEW:,} stored, {words}: {ratio} (medians of {ROUNDS})")
    for line in _slower(few[-1], many[-1]):
        _say(line)


def _median(costs: Sequence[Cost], what: str) -> float:
    return float(statistics.median(getattr(cost, what) for cost in costs))


def _words(costs: Sequence[Cost]) -> str:
    last, rows = costs[-1], _median(costs, "rows")
    tables = ", ".join(f"{name} {rows:,}" for name, rows in last.most)
    return (
        f"{last.moved:>3} moved, {last.queries:,} queries, {rows:,.0f} rows read, "
        f"{_median(costs, 'seconds'):.3f} s ({tables})"
    )


def _slower(few: Cost, many: Cost) -> Iterator[str]:
    """The statements with the largest increase in time."""
    more = {sql: spent - few.spent.get(sql, 0) for sql, spent in many.spent.items()}
    for sql in sorted(more, key=lambda sql: -more[sql])[:MOST]:
        yield f"    {few.spent.get(sql, 0):.3f} -> {many.spent[sql]:.3f} s  {sql}"


def _make_database(name: str) -> None:
    """Creates a copy of the migrated, empty database."""
    base = str(connection.settings_dict["NAME"])
    with _in("postgres"):
        _execute(
            [f"{LEAVE} WHERE datname = '{base}'", f'CREATE DATABASE "{name}" TEMPLATE "{base}"']
        )


@contextmanager
def _in(name: str) -> Iterator[None]:
    """Context manager: uses this database instead of the usual one."""
    before = connection.settings_dict["NAME"]
    _go_to(name)
    try:
        yield
    finally:
        _go_to(before)


def _go_to(name: str) -> None:
    """Switches to this database; the connection pool belongs to the old one."""
    connection.close()
    connection.close_pool()
    connection.settings_dict["NAME"] = name


def _measured(due: int = 0) -> Cost:
    from games.services import sweep

    _make_due(due)
    _nobody_was_down()
    _execute([FLUSH, FORGET])
    connection.queries_log.clear()  # it holds 9,000 entries, and no more would be counted
    with CaptureQueriesContext(connection) as queries:
        began = time.perf_counter()
        moved = sweep.sweep()
        seconds = time.perf_counter() - began
    spent: dict[str, float] = defaultdict(float)
    for query in queries:
        spent[re.sub(r"'[^']*'|\d+", "?", query["sql"])[:160]] += float(query["time"])
    tables = _rows_read()
    rows = sum(count for _name, count in tables)
    return Cost(moved, len(queries), rows, seconds, tables[:3], spent)


def _rows_read() -> list[tuple[str, int]]:
    with connection.cursor() as cursor:
        cursor.execute(FLUSH)
        cursor.execute("SELECT 1")  # PostgreSQL reports its counts at the end of a transaction
        cursor.execute(ROWS)
        return list(cursor.fetchall())


def _make_due(due: int) -> None:
    """Makes `due` games due: half of them overdue, half with all answers in."""
    from games.models import Hand, SeatClock
    from tests.games.making import bid, hand_of

    past = _now() - timedelta(minutes=5)
    for number, game in enumerate(islice(_games(), due)):
        hand = hand_of(game)
        if number % 2:
            for seat in game.seats.select_related("user"):
                bid(game, seat.user)
        else:
            Hand.objects.filter(pk=hand.pk).update(deadline=past)
            SeatClock.objects.filter(hand=hand).update(deadline=past)


def _nobody_was_down() -> None:
    """Prevents outages: filling one database takes so long that the other would count as down, and
    giving time back would be measured, too.
    """
    from accounts.models import Heartbeat

    Heartbeat.objects.update(at=_now())


def _games() -> Iterator[object]:
    """Real games in their first hand, created by the services; endless."""
    from accounts.models import User
    from tests.games.making import people, running

    users = list(User.objects.filter(name__in=("Marit", "Joost", "Aoife"))) or people(3)
    while True:
        yield running(users)


def _now() -> object:
    from django.utils import timezone

    return timezone.now()


def _execute(statements: Sequence[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
