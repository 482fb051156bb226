"""The games that runs start from: stored as rows in other tables, and restored in a millisecond."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, ClassVar

import psycopg
from allauth.account.models import EmailAddress
from celery import current_app
from django.db import connection, transaction
from django.utils.text import slugify

from accounts.models import Notice, User
from games.models import Game
from tests import ready_games
from tests.club import clock
from tests.emptying import filled
from tests.games.making import person, users_at

START = datetime(2027, 2, 15, 9, tzinfo=UTC)
POSITIONS = (
    ("turning-tides", "first"), ("turn-the-tide", "first"), ("turning-tides", "last"),
    ("turn-the-tide", "last"), ("rowboat", "last"),
)  # fmt: skip
NUMBERED = "SELECT pg_get_serial_sequence(quote_ident(%s), 'id')"
FIRST_NEW = 2_000_000_000
# There is no autovacuum in tests. After some hundred runs, passing over what the earlier ones had
# deleted took longer than the run itself.
VACUUM_AFTER = 20


@dataclass(frozen=True)
class Position:
    """A game in some state, ready to be continued."""

    name: str
    schema: str
    game: int
    code: str
    newcomer: int  # somebody who has no seat yet
    tables: tuple[str, ...]


STAGGERED = (
    "UPDATE games_seatclock AS clock "
    "SET deadline = clock.deadline + seat.index * interval '{apart} s' "
    "FROM games_seat AS seat WHERE seat.id = clock.seat_id AND clock.answered_at IS NULL",
    "UPDATE games_hand AS hand SET deadline = last.due FROM (SELECT hand_id, max(deadline) AS due "
    "FROM games_seatclock GROUP BY hand_id) AS last WHERE hand.id = last.hand_id "
    "AND hand.state = 'open'",
)


Made = tuple[Game, User]  # with somebody who has no seat yet


def at_one_table(slug: str, state: str) -> Made:
    game = ready_games.take(slug, state)
    newcomer = person("Nadja")
    confirm([newcomer, *users_at(game)])
    Notice.objects.all().delete()  # earlier letters don't matter
    return game, newcomer


class Stock:
    """All positions. Everything else that a run has written is deleted before the next."""

    MAKING: ClassVar[Mapping[str, Callable[[], Made]]] = {
        f"{slug} {state}": partial(at_one_table, slug, state) for slug, state in POSITIONS
    }

    def __init__(self) -> None:
        self.tables = _empty_tables()
        self.numbered = _numbered(self.tables)
        self._filled = filled(self.tables)
        anew = (f"setval('{name}', {FIRST_NEW})" for name in self.numbered)
        self._numbering = f"SELECT {', '.join(anew)}"
        with clock.virtual(START):
            self.positions = [_kept(name, make) for name, make in self.MAKING.items()]
        self._free = _may_skip_checks()
        # Our tables alone: other processes on this server share those of the server itself.
        ours = ", ".join(f'"{table}"' for table in self.tables)
        self._vacuum = f"VACUUM (SKIP_LOCKED) {ours}"
        self._runs = 0
        current_app.loader.import_default_modules()

    def insert(self, raw: psycopg.Connection[Any], position: Position, options: str) -> None:
        """Empties the tables and inserts this game; `options` are values to set in its row.

        On the thread's own connection: all plans of one that skips checks have to be made anew.
        """
        self._runs += 1
        steps = [f'DELETE FROM "{table}"' for (table,) in raw.execute(self._filled)]
        steps += [
            f'INSERT INTO "{table}" SELECT * FROM {position.schema}."{table}"'
            for table in position.tables
        ]
        steps += [self._numbering, f"UPDATE games_game SET {options}"]
        if self._free:
            steps = ["SET LOCAL session_replication_role = replica", *steps]
        with connection.cursor() as cursor:
            if self._runs % VACUUM_AFTER == 0:
                cursor.execute(self._vacuum)
            cursor.execute(f"BEGIN; {'; '.join(steps)}; COMMIT")


def stagger(raw: psycopg.Connection[Any], apart: int) -> None:
    """In the open hand, gives each seat `apart` seconds more than the one before."""
    steps = "; ".join(step.format(apart=apart) for step in STAGGERED)
    raw.execute(f"BEGIN; {steps}; COMMIT", prepare=False)


def _empty_tables() -> tuple[str, ...]:
    """The tables that are empty in a new database."""
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    with connection.cursor() as cursor:
        cursor.execute(filled(names))
        return tuple(sorted(set(names) - {row[0] for row in cursor.fetchall()}))


def _numbered(tables: Sequence[str]) -> list[str]:
    found = []
    with connection.cursor() as cursor:
        for name in tables:
            if "id" in {
                c.name for c in connection.introspection.get_table_description(cursor, name)
            }:
                cursor.execute(NUMBERED, [name])
                found += [row[0] for row in cursor.fetchall() if row[0]]
    return found


def _may_skip_checks() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


def _kept(name: str, make: Callable[[], Made]) -> Position:
    """Creates a position and copies its rows into a schema of its own; the tables are restored."""
    schema = f"stock_{slugify(name).replace('-', '_')}"
    before = set(_empty_tables())
    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}")
        with undone():
            game, newcomer = make()
            connection.check_constraints()
            tables = tuple(sorted(before - set(_empty_tables())))
            rows = {table: _rows(table) for table in tables}
        for table in tables:
            cursor.execute(
                f'CREATE TABLE {schema}."{table}" AS SELECT * '
                f'FROM jsonb_populate_recordset(NULL::"{table}", %s)', [rows[table]]
            )  # fmt: skip
    return Position(name, schema, game.pk, game.code, newcomer.pk, tables)


@contextmanager
def undone() -> Any:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _rows(table: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT coalesce(jsonb_agg(each), '[]')::text FROM \"{table}\" AS each")
        return str(cursor.fetchone()[0])


def confirm(people: Iterable[User]) -> None:
    """Confirms their addresses, since letters go to confirmed ones only."""
    for user in people:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
