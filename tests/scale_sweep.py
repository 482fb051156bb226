"""What a sweep costs with so many games stored and 100 due: `python -m tests.scale --sweep`.

Half of the 100 are overdue and half are ready. Rows are those that PostgreSQL itself counts as
read in tables, by scans and by indexes; an index's own pages are not rows.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice

DUE = 100
FEW = 1_000  # what the many are compared with
# On top of what `tests.scale` stores: clocks of all hands, a tenth of them running, and keys.
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
# The log of what staff did cannot be emptied otherwise.
EMPTY = """
SET session_replication_role = replica;
TRUNCATE games_game, accounts_user CASCADE;
RESET session_replication_role
"""
FORGET = "SELECT pg_stat_reset()"
FLUSH = "SELECT pg_stat_force_next_flush()"
ROWS = """
SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables
WHERE seq_tup_read + coalesce(idx_tup_fetch, 0) > 0 ORDER BY 2 DESC
"""


@dataclass(frozen=True)
class Cost:
    """Of one call: what it returned, its queries, the rows that it read, and seconds."""

    moved: int
    queries: int
    rows: int
    seconds: float
    most: Sequence[tuple[str, int]]  # the tables of which most rows were read


def compare(fill: Callable[[int], None], games: int) -> None:
    """Prints the costs with few and with many games stored, and their ratios."""
    costs = []
    for stored in (FEW, games):
        _execute(EMPTY.split(";\n"))
        fill(stored)
        _execute(CLOCKS.split(";\n"))
        found = {"nothing due": _measured(), f"{DUE} due": _measured(DUE)}
        costs.append(found)
        for name, cost in found.items():
            _say(f"{stored:>9,} games, {name:<12} {_words(cost)}")
    for name in costs[0]:
        few, many = costs[0][name], costs[1][name]
        ratio = f"rows {many.rows / max(1, few.rows):.2f}, time {many.seconds / few.seconds:.2f}"
        _say(f"{games:,} : {FEW:,} stored, {name}: {ratio}")


def _words(cost: Cost) -> str:
    tables = ", ".join(f"{name} {rows:,}" for name, rows in cost.most)
    return (
        f"{cost.moved:>3} moved, {cost.queries:,} queries, {cost.rows:,} rows read, "
        f"{cost.seconds:.3f} s ({tables})"
    )


def _measured(due: int = 0) -> Cost:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.services import sweeping

    _make_due(due)
    sweeping.sweep()  # what was left over, and whatever is slow only once
    _make_due(due)
    _execute([FLUSH, FORGET])
    with CaptureQueriesContext(connection) as queries:
        began = time.perf_counter()
        moved = sweeping.sweep()
        seconds = time.perf_counter() - began
    tables = _rows_read()
    return Cost(moved, len(queries), sum(rows for _name, rows in tables), seconds, tables[:3])


def _rows_read() -> list[tuple[str, int]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(FLUSH)
        cursor.execute("SELECT 1")  # at the end of which the counts are handed over
        cursor.execute(ROWS)
        return list(cursor.fetchall())


def _make_due(due: int) -> None:
    """So many games, half of them overdue and half with all answers in."""
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


def _games() -> Iterator[object]:
    """Real games in their first hand, one after the other, as the services make them."""
    from accounts.models import User
    from tests.games.making import people, running

    users = list(User.objects.filter(name__in=("Marit", "Joost", "Aoife"))) or people(3)
    while True:
        yield running(users)


def _now() -> object:
    from django.utils import timezone

    return timezone.now()


def _execute(statements: Sequence[str]) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
