"""Fills a database with as many games as are asked for, by COPY: a million in some minutes.

The first sixty games are open, more than a page shows; of each ten others one runs, and of fifty
one is open; the rest are over. Each has three seats, a stage, two hands with their clocks, three
bids, two entries of the log and two notices; each person sits in sixty, however many there are.
Indexes are made after the rows, and nothing is checked twice: the rows are right by their making.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, models
from django.utils import timezone

BLOCK = 2_000  # games that are written at once
SEATS, HANDS, OPEN = 3, 2, 60
Row = dict[str, Any]
Making = Callable[[int, int], Iterator[Row]]


def fill(games: int) -> None:
    """So many games, and a person for each twenty of them."""
    with connection.cursor() as cursor:
        indexes = _without_indexes(cursor, [model._meta.db_table for model, *_ in _plan(games)])
        write(games)
        for statement in indexes:
            cursor.execute(statement)
        cursor.execute("VACUUM ANALYZE")


def write(games: int) -> None:
    """The rows alone; within a transaction, too."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for model, count, make in _plan(games):
            _copy(cursor, model, count, make)
            table = model._meta.db_table
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), "
                f"(SELECT max(id) FROM {table}))"
            )
        cursor.execute("SET session_replication_role = DEFAULT")


def _plan(games: int) -> list[tuple[type[models.Model], int, Making]]:
    from accounts.models import Notice, User
    from games.models import Bid, Game, Hand, LogEntry, Seat, SeatClock, Stage

    people = games // 20
    now = timezone.now()
    return [
        (User, people, _people),
        (Game, games, lambda n, _p: _game(n, people, now)),
        (Seat, games, lambda n, _p: _seats(n, people)),
        (Stage, games, lambda n, _p: iter([{"id": n, "game_id": n, "number": 1}])),
        (Hand, games, lambda n, _p: _hands(n, now)),
        (SeatClock, games, lambda n, _p: _clocks(n, people, now)),
        (Bid, games, lambda n, _p: _bids(n)),
        (LogEntry, games, lambda n, _p: _log(n)),
        (Notice, games, lambda n, _p: _notices(n, people)),
    ]


def _without_indexes(cursor: Any, tables: list[str]) -> list[str]:
    """Drops those that are no constraints; returns what makes them again."""
    cursor.execute(
        "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(%s) AND NOT EXISTS "
        "(SELECT FROM pg_constraint WHERE conname = indexname)",
        [tables],
    )
    found = cursor.fetchall()
    for name, _definition in found:
        cursor.execute(f'DROP INDEX "{name}"')
    return [definition for _name, definition in found]


def _copy(cursor: Any, model: type[models.Model], count: int, make: Making) -> None:
    """Rows of these columns; what a row does not name is as its model has it."""
    usual, columns = _usual(model), [field.column for field in model._meta.concrete_fields]
    first = next(make(1, 0))
    named = [column for column in columns if column in first or column in usual]
    quoted = ", ".join(f'"{column}"' for column in named)
    with cursor.copy(f'COPY "{model._meta.db_table}" ({quoted}) FROM STDIN') as copy:
        for start in range(1, count + 1, BLOCK):
            rows = (row for n in range(start, min(start + BLOCK, count + 1)) for row in make(n, 0))
            lines = (
                "\t".join([str(row.get(name, usual.get(name, "\\N"))) for name in named])
                for row in rows
            )
            copy.write("\n".join(lines) + "\n")


def _usual(model: type[models.Model]) -> Row:
    """By column, as COPY writes it, what stands in a row that says nothing else."""
    found: Row = {}
    for field in model._meta.concrete_fields:
        if field.primary_key or (field.null and not field.has_default()):
            continue
        value = field.get_default()
        if isinstance(field, models.JSONField):
            value = json.dumps(value if value is not None else {})
        elif isinstance(field, models.BinaryField):
            value = "\\\\x00"
        elif type(field).__name__ == "ArrayField":
            value = "{0,1}"
        elif isinstance(value, bool):
            value = "t" if value else "f"
        found[str(field.column)] = "\\N" if value is None else value
    return found


def _people(n: int, _of: int) -> Iterator[Row]:
    name = f"Person {n}"
    yield {"id": 999 + n, "password": "!", "email": f"p{n}@example.org", "name": name,
           "look": f"person{n}", "kind": "person", "zone": "UTC", "language": "en"}  # fmt: skip


def _person(n: int, people: int) -> int:
    return 1000 + n % people


def _state(n: int) -> str:
    return "open" if n <= OPEN or n % 50 == 0 else "running" if n % 10 == 0 else "over"


def _game(n: int, people: int, now: datetime) -> Iterator[Row]:
    over = _state(n) == "over"
    yield {
        "id": n, "code": f"c{n:011}", "name": f"Table {n}", "ruleset": "turn-the-tide",
        "rules_version": 1, "seat_count": SEATS, "state": _state(n), "hours": 24,
        "maker_id": _person(n, people), "commitment": "x", "hand_number": HANDS, "log_length": 2,
        "table": "{}", "link_secret": "x", "started_at": now, "ended_at": now if over else "\\N",
        "outcome": '{"scores": [3, 2, 1], "winners": [0]}' if over else "\\N",
    }  # fmt: skip


def _seats(n: int, people: int) -> Iterator[Row]:
    for seat in range(SEATS):
        yield {"id": SEATS * (n - 1) + seat + 1, "game_id": n, "index": seat,
               "user_id": _person(n + seat * 7, people)}  # fmt: skip


def _hands(n: int, now: datetime) -> Iterator[Row]:
    for number in range(1, HANDS + 1):
        is_open = number == HANDS and _state(n) == "running"
        yield {"id": HANDS * (n - 1) + number, "game_id": n, "stage_id": n, "number": number,
               "phase": "bid", "state": "open" if is_open else "resolved", "trigger": "",
               "deadline": now + timedelta(days=1), "table": "{}"}  # fmt: skip


def _clocks(n: int, people: int, now: datetime) -> Iterator[Row]:
    for hand in range(HANDS):
        is_open = hand == HANDS - 1 and _state(n) == "running"
        for seat in range(2):
            yield {"id": 4 * (n - 1) + 2 * hand + seat + 1, "hand_id": HANDS * (n - 1) + hand + 1,
                   "seat_id": SEATS * (n - 1) + seat + 1, "user_id": _person(n + seat * 7, people),
                   "deadline": now + timedelta(days=1), "rule": "{}",
                   "answered_at": "\\N" if is_open else now,
                   "remind_at": now + timedelta(hours=20) if is_open else "\\N",
                   "counted": "f" if is_open else "t"}  # fmt: skip


def _bids(n: int) -> Iterator[Row]:
    for seat in range(SEATS):
        yield {"id": SEATS * (n - 1) + seat + 1, "hand_id": HANDS * (n - 1) + 1,
               "seat_id": SEATS * (n - 1) + seat + 1, "digest": "x", "via": "page"}  # fmt: skip


def _log(n: int) -> Iterator[Row]:
    for number, kind in ((1, "made"), (2, "hand")):
        yield {"id": 2 * (n - 1) + number, "game_id": n, "number": number, "hand_number": 1,
               "kind": kind, "data": '{"events": [], "missed": []}'}  # fmt: skip


def _notices(n: int, people: int) -> Iterator[Row]:
    for number, kind in ((1, "game_started"), (2, "your_move")):
        yield {"id": 2 * (n - 1) + number, "recipient_id": _person(n, people), "kind": kind,
               "event": f"{kind}:{n}", "facts": f'{{"game": {n}, "hand": 1}}', "shown": "t",
               "state": "sent", "address": "", "message_id": f"{n:031}{number}"}  # fmt: skip
