"""Changing the key: whatever an old one sealed is sealed anew with the first of the ring.

Every sealed column is registered with the place that its values are sealed for, since that is
their associated data; `unregistered` finds a column that somebody forgot.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import BinaryField, F, Func, Model, QuerySet, Value

from accounts.models import Canary
from accounts.security import encryption, key_check, second_factors
from accounts.security.encryption import CannotOpen

BATCH = 200
OURS = ("accounts", "games", "tideweb")


@dataclass(frozen=True)
class Column:
    """A sealed column; `place` is what the value of a row was sealed for, which may need
    `related` rows."""

    model: type[Model]
    field: str
    place: Callable[[Any], str]
    related: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.model._meta.label}.{self.field}"


@dataclass(frozen=True)
class Count:
    """What became of a column: values sealed anew, and rows (by id) that no key opens."""

    column: Column | str
    resealed: int
    broken: tuple[Any, ...]


COLUMNS: dict[str, Column] = {}


def register(*columns: Column) -> None:
    """Makes sealed columns known; called from an app's `ready`."""
    COLUMNS.update({str(column): column for column in columns})


def sealed_columns() -> Iterator[str]:
    """Every binary column of ours but the canaries', of which each belongs to its one key."""
    for model in apps.get_models():
        if model._meta.app_label in OURS and model is not Canary:
            for field in model._meta.concrete_fields:
                if isinstance(field, BinaryField):
                    yield f"{model._meta.label}.{field.name}"


def unregistered() -> list[str]:
    """Sealed columns that `reseal` would forget."""
    return [name for name in sealed_columns() if name not in COLUMNS]


def reseal(batch: int = BATCH) -> Iterator[Count]:
    """Every column in turn, in short transactions; may be stopped anywhere and run again.

    When nothing is left to any other key, the canaries of those are taken away, so that they
    may leave the ring.  Raises `RuntimeError` for a forgotten column.
    """
    if forgotten := unregistered():
        raise RuntimeError(f"Nobody knows how to seal anew: {', '.join(forgotten)}.")
    key_check.check()
    broken = False
    for column in COLUMNS.values():
        count = _column(column, batch)
        broken = broken or bool(count.broken)
        yield count
    yield (count := _factors())
    broken = broken or bool(count.broken)
    if not broken and not any(_old(column).exists() for column in COLUMNS.values()):
        key_check.keep_only_first()


def _factors() -> Count:
    """Second factors, whose secrets stand in a column of the library among other things."""
    resealed, broken = 0, []
    for factor in list(second_factors.with_old_keys()):
        try:
            second_factors.seal_anew(factor)
            resealed += 1
        except (CannotOpen, ValueError):
            broken.append(factor.pk)
    return Count("mfa.Authenticator.data", resealed, tuple(broken))


def _column(column: Column, batch: int) -> Count:
    resealed, broken, after = 0, [], 0
    while keys := list(_old(column).filter(pk__gt=after).values_list("pk", flat=True)[:batch]):
        done, bad = _batch(column, keys)
        resealed, after = resealed + done, keys[-1]
        broken += bad
    return Count(column, resealed, tuple(broken))


def _old(column: Column) -> QuerySet[Any]:
    """The rows whose value does not begin as the first key's values do."""
    prefix = encryption.prefix()
    begins = Func(F(column.field), 1, len(prefix), function="SUBSTRING", output_field=BinaryField())
    rows = column.model._default_manager.exclude(**{f"{column.field}__isnull": True})
    head = Value(prefix, output_field=BinaryField())
    stale: QuerySet[Any] = rows.alias(begins=begins).exclude(begins=head).order_by("pk")
    return stale


@transaction.atomic
def _batch(column: Column, keys: list[Any]) -> tuple[int, list[Any]]:
    """Locks these rows and seals them anew, unless somebody wrote them meanwhile."""
    rows = _old(column).filter(pk__in=keys).select_related(*column.related)
    done, broken = 0, []
    for row in rows.select_for_update(no_key=True, of=("self",)):
        place = column.place(row)
        try:
            value = encryption.unseal(getattr(row, column.field), place)
        except CannotOpen:
            broken.append(row.pk)
            continue
        setattr(row, column.field, encryption.seal(value, place))
        row.save(update_fields=[column.field])
        done += 1
    return done, broken
