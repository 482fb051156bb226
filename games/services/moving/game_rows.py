"""Which rows make up a game, each as JSON that another server can store.

Primary keys are those of the server they come from. What is sealed there is opened, and sealed
with the keys of the server where it arrives.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import BinaryField, Field, ForeignKey, JSONField, Model, QuerySet
from django.utils.encoding import force_bytes

from accounts import encryption
from accounts.models import User
from accounts.models.commit_order import TransactionField
from accounts.security import key_rotation
from games.models import (
    Aside,
    Bid,
    Course,
    Game,
    Hand,
    LogEntry,
    Message,
    Note,
    Peek,
    Plan,
    Seat,
    SeatClock,
    SeatTenure,
    Stage,
    VoidReceipt,
    Vote,
)

# Each after those it refers to. Left out, because they belong to this server: reply addresses,
# credits for outages, what moderators took back, and reports.
MODELS: tuple[tuple[type[Model], str], ...] = (
    (Game, "pk"), (Seat, "game"), (Stage, "game"), (Hand, "game"), (SeatClock, "hand__game"),
    (Bid, "hand__game"), (Aside, "game"), (Peek, "seat__game"), (SeatTenure, "seat__game"),
    (Vote, "game"), (LogEntry, "game"), (Plan, "seat__game"), (Note, "seat__game"),
    (Message, "game"), (Course, "game"), (VoidReceipt, "game"),
)  # fmt: skip
STAYS = {
    "rematch_of",
    "duplicate",
    "kept_for",
    "kept_by",
    "written_in",
    "compacted_at",
    "packed_at",
    "kept_bids",
}
Row = dict[str, Any]


class Encoder(DjangoJSONEncoder):
    """With microseconds, which Django leaves out for JavaScript."""

    def default(self, o: object) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def rows_of(game: Game) -> dict[str, list[Row]]:
    """All rows, by the name of their model."""
    return {
        model.__name__: [_written(row, seals(model)) for row in _found(model, path, game)]
        for model, path in MODELS
    }


def _found(model: type[Model], path: str, game: Game) -> "QuerySet[Any]":
    related = [name for column in seals(model).values() for name in column.related]
    return model._default_manager.filter(**{path: game.pk}).select_related(*related).order_by("pk")


def seals(model: type[Model]) -> dict[str, key_rotation.Column]:
    """The sealed columns of a model, by name."""
    return {each.field: each for each in key_rotation.COLUMNS.values() if each.model is model}


def fields(model: type[Model]) -> Iterator["Field[Any, Any]"]:
    """The fields that are moved with a row."""
    for field in model._meta.concrete_fields:
        if field.name not in STAYS and not isinstance(field, TransactionField):
            yield field


def people_in(rows: dict[str, list[Row]]) -> set[int]:
    """The ids of everybody these rows name."""
    return {
        row[field.attname]
        for model, _path in MODELS
        for field in fields(model)
        if field.related_model is User
        for row in rows[model.__name__]
        if row[field.attname] is not None
    }


def _written(row: Model, sealed: dict[str, key_rotation.Column]) -> Row:
    found = {field.attname: getattr(row, field.attname) for field in fields(type(row))}
    for name, column in sealed.items():
        if found[name] is not None:
            found[name] = encryption.unseal(found[name], column.associated_data(row))
    return found


def read(model: type[Model], row: Row, known: dict[type[Model], dict[int, Model]]) -> Model:
    """An unsaved row, with the people and rows of this server. Raises `KeyError`, `ValueError` or
    `ValidationError` if it does not fit the model."""
    made, columns = model(), list(fields(model))
    if more := row.keys() - {field.attname for field in columns}:
        raise KeyError(*more)  # of a newer version, where they mean something
    for field in columns:
        value = row[field.attname]
        if isinstance(field, ForeignKey):
            setattr(made, field.name, None if value is None else known[_end(field)][value])
        elif not field.primary_key and not isinstance(field, BinaryField):
            setattr(made, field.name, value if _is_json(field) else field.to_python(value))
    for name, column in seals(model).items():
        if row[name] is not None:
            setattr(
                made, name, force_bytes(encryption.seal(row[name], column.associated_data(made)))
            )
    return made


def _end(field: "ForeignKey[Any, Any]") -> type[Model]:
    model: type[Model] = field.related_model
    return model


def _is_json(field: "Field[Any, Any]") -> bool:
    return isinstance(field, JSONField)


def unknown(rows: Iterable[str]) -> set[str]:
    """Names of models that are only in the file, or only here: the file is of another version."""
    return set(rows) ^ {model.__name__ for model, _path in MODELS}
