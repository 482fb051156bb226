"""Rows that several tests start from, made once in each process and copied by all who come later.

    world = again(build)
    game = again(due, users)    # of users who were made by `again`, too

What was made by the same function for the same people is there as if it had been made just now,
with the numbers it has always had: each may be there once. Its cards are dealt by its own name.
Nothing is told to others (`on_commit`) but when it is made. A function may write new rows only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from django.db import connection, models, transaction
from django.utils import timezone

from tests import chance
from tests.ready import NOT_OF_A_GAME, all_rows, insert

Made = TypeVar("Made")


@dataclass(frozen=True)
class Shelved:
    """The rows that were written, as JSON for each table, and what came back."""

    rows: dict[str, str]
    since: datetime
    made: Any


_shelf: dict[Hashable, Shelved] = {}


def again(make: Callable[..., Made], *given: object) -> Made:
    """What `make` returns for these, with its rows."""
    name = f"{make.__module__}.{make.__qualname__}"
    key = (name, _key(given))
    if key not in _shelf:
        words = [each for each in given if isinstance(each, (str, int))]
        with chance.drawn_by(f"again {name} {words}"):
            _shelf[key] = _noted(make, *given)
        return _shelf[key].made  # type: ignore[no-any-return]
    kept = _shelf[key]
    with transaction.atomic():
        insert(kept.rows, kept.since)
    return _fresh(kept.made)  # type: ignore[no-any-return]


def forget() -> None:
    """For when roles and the like got other numbers."""
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
    """What it is about: for a row all that stands in it but moments, which are always moved."""
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
    """The same, with rows as they stand in the database now."""
    if isinstance(made, models.Model):
        return type(made)._base_manager.get(pk=made.pk)
    if isinstance(made, (list, tuple)):
        return type(made)(map(_fresh, made))
    if is_dataclass(made) and not isinstance(made, type):
        return replace(made, **{f.name: _fresh(getattr(made, f.name)) for f in fields(made)})
    return made
