"""Converts a state to JSON values and back."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from games.catalogue.rowboat.rules.state import Deal, Play, Side, State, Trick


def dump(state: State) -> Any:
    """The complete state including hidden information; it must be stored encrypted."""
    return _plain(state)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, State | Deal | Side | Play | Trick):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value


def load(data: Any) -> State:
    """The state that `dump` wrote."""
    sides = tuple(Side(**side | {"left": tuple(side["left"])}) for side in data["sides"])
    return State(**data | {"sides": sides, "deal": _deal(data["deal"])})


def _deal(data: dict[str, Any]) -> Deal:
    values = {key: _tuples(value) for key, value in data.items()}
    return Deal(
        **values
        | {
            "on_table": tuple(Play(**play) for play in data["on_table"]),
            "last": tuple(Play(**play) for play in data["last"]),
            "tricks": tuple(Trick(**trick) for trick in data["tricks"]),
        }
    )


def _tuples(value: Any) -> Any:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    return tuple(_tuples(item) for item in value)
