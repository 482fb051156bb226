"""Rows that several tests start from: created once per process, and copied for every later test.

    world = again(build)
    game = again(due, users)  # users created by `again`, too

What the same function created for the same people is copied as if it had been created just now,
with the same ids as always; so a test can take each only once. Its cards are dealt by its own name.
`on_commit` callbacks run only when it is created. The function may only insert new rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from django.db import connection, models
from django.utils import timezone

from tests import chance
from tests.ready_games import NOT_OF_A_GAME, all_rows, insert

Made = TypeVar("Made")


@dataclass(frozen=True)
class Shelved:
    """The inserted rows as JSON by table, and the function's return value."""

    rows: dict[str, str]
    since: datetime
    made: Any


_shelf: dict[Hashable, Shelved] = {}


def again(make: Callable[..., Made], *given: object) -> Made:
    """The return value of `make` for these arguments, with its rows in the database."""
    name = f"{make.__module__}.{make.__qualname__}"
    key = (name, _key(given))
    if key not in _shelf:
        words = [each for each in given if isinstance(each, (str, int))]
        with chance.drawn_by(f"again {name} {words}"):
            _shelf[key] = _noted(make, *given)
        return _shelf[key].made
    kept = _shelf[key]
    insert(kept.rows, kept.since)
    return _fresh(kept.made)


def forget() -> None:
    """Forgets everything; for tests after which roles and the like have other ids."""
    _shelf.clear()


def _noted(make: Callable[..., Made], *given: object) -> Shelved:
    tables = sorted(connection.introspection.django_table_names(only_existing=True))
    before = all_rows(tables)
    made = make(*given)
    rows = {}
    for table, now in all_rows(each for each in tables if each not in NOT_OF_A_GAME).items():
        held = set(before[table])
        assert held <= set(now), f"{make} changes rows of {table} that were there before"
        if new := [row for row in now if row not in held]:
            rows[table] = f"[{','.join(new)}]"
    return Shelved(rows, timezone.now(), made)


def _key(given: object) -> Hashable:
    """A key for an argument: for a row all its values except times, which are always shifted."""
    if isinstance(given, models.Model):
        held = (
            (each.attname, getattr(given, each.attname)) for each in given._meta.concrete_fields
        )
        return (type(given), *((n, repr(v)) for n, v in held if not isinstance(v, datetime)))
    if isinstance(given, (list, tuple)):
        return tuple(map(_key, given))
    assert isinstance(given, Hashable)
    return given


def _fresh(made: Any) -> Any:
    """The same value, with its rows read from the database again: those of a kind together."""
    wanted: dict[type[models.Model], set[Any]] = defaultdict(set)
    _each(made, lambda row: wanted[type(row)].add(row.pk))
    found = {kind: kind._base_manager.in_bulk(keys) for kind, keys in wanted.items()}
    return _each(made, lambda row: found[type(row)][row.pk])


def _each(made: Any, row: Callable[[models.Model], Any]) -> Any:
    """The same value with `row` called for each row in it."""
    if isinstance(made, models.Model):
        return row(made)
    if isinstance(made, (list, tuple)):
        return type(made)([_each(part, row) for part in made])
    if is_dataclass(made) and not isinstance(made, type):
        return replace(made, **{f.name: _each(getattr(made, f.name), row) for f in fields(made)})
    return made
