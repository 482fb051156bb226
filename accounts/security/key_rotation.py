"""Key rotation: re-encrypts everything with the first key of the ring.

Every encrypted column is registered together with the associated data of its values; `unregistered`
finds columns that somebody forgot.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db import transaction
from django.db.models import BinaryField, F, Func, Model, QuerySet, Value

from accounts import encryption
from accounts.encryption import CannotOpen
from accounts.models import Canary
from accounts.security import key_check, second_factors

BATCH = 200
OURS = ("accounts", "games", "tideweb")


@dataclass(frozen=True)
class Column:
    """An encrypted column. `associated_data` returns what a row's value is bound to, for which it
    may need `related` rows.
    """

    model: type[Model]
    field: str
    associated_data: Callable[[Any], str]
    related: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.model._meta.label}.{self.field}"


@dataclass(frozen=True)
class Count:
    """The result for a column: values re-encrypted, and ids of rows that no key decrypts."""

    column: Column | str
    resealed: int
    broken: tuple[Any, ...]


COLUMNS: dict[str, Column] = {}


def register(*columns: Column) -> None:
    """Registers encrypted columns; called from an app's `ready`."""
    COLUMNS.update({str(column): column for column in columns})


def sealed_columns() -> Iterator[str]:
    """All our binary columns except the canaries, each of which belongs to one key."""
    for model in apps.get_models():
        if model._meta.app_label in OURS and model is not Canary:
            for field in model._meta.concrete_fields:
                if isinstance(field, BinaryField):
                    yield f"{model._meta.label}.{field.name}"


def unregistered() -> list[str]:
    """Encrypted columns that `reseal` would miss."""
    return [name for name in sealed_columns() if name not in COLUMNS]


def reseal(batch: int = BATCH) -> Iterator[Count]:
    """Re-encrypts every column in short transactions; can be interrupted and run again.

    When nothing needs the other keys any more, their canaries are deleted and they may leave the
    ring. Raises `RuntimeError` if a column is not registered.
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
    if not broken and is_done():
        key_check.keep_only_first()


def is_done() -> bool:
    """Whether nothing in the columns needs another key than the first: a process that still has the
    old ones may have written since."""
    return not any(_old(column).exists() for column in COLUMNS.values())


def _factors() -> Count:
    """Second factors, whose secrets are inside a JSON column of allauth."""
    resealed, broken = 0, []
    for pk in [factor.pk for factor in second_factors.with_old_keys()]:
        try:
            resealed += _factor(pk)
        except (CannotOpen, ValueError):
            broken.append(pk)
    return Count("mfa.Authenticator.data", resealed, tuple(broken))


@transaction.atomic
def _factor(pk: int) -> int:
    """Re-encrypts it as it is now: a recovery code that was used meanwhile stays used."""
    factor = Authenticator.objects.select_for_update(no_key=True).filter(pk=pk).first()
    if factor is not None:
        second_factors.seal_anew(factor)
    return int(factor is not None)


def _column(column: Column, batch: int) -> Count:
    resealed, broken, after = 0, [], 0
    while keys := list(_old(column).filter(pk__gt=after).values_list("pk", flat=True)[:batch]):
        done, bad = _batch(column, keys)
        resealed, after = resealed + done, keys[-1]
        broken += bad
    return Count(column, resealed, tuple(broken))


def _old(column: Column) -> QuerySet[Any]:
    """The rows whose value was not encrypted with the first key and the current version."""
    prefix = encryption.prefix()
    begins = Func(F(column.field), 1, len(prefix), function="SUBSTRING", output_field=BinaryField())
    rows = column.model._default_manager.exclude(**{f"{column.field}__isnull": True})
    head = Value(prefix, output_field=BinaryField())
    stale: QuerySet[Any] = rows.alias(begins=begins).exclude(begins=head).order_by("pk")
    return stale


@transaction.atomic
def _batch(column: Column, keys: list[Any]) -> tuple[int, list[Any]]:
    """Locks and re-encrypts these rows, except those written meanwhile."""
    rows = _old(column).filter(pk__in=keys).select_related(*column.related)
    done, broken = 0, []
    for row in rows.select_for_update(no_key=True, of=("self",)):
        associated_data = column.associated_data(row)
        try:
            value = encryption.unseal(getattr(row, column.field), associated_data)
        except CannotOpen:
            broken.append(row.pk)
            continue
        setattr(row, column.field, encryption.seal(value, associated_data))
        row.save(update_fields=[column.field])
        done += 1
    return done, broken
