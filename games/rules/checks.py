"""Type-strict checks of what comes in from outside, for every ruleset."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from games.rules.base import Item, Option, OptionValue
from games.rules.errors import BadOptions, BadShuffle


def checked_seats(allowed: Sequence[int], seats: object) -> int:
    """The number of seats, if the game can be played with it. Raises `BadOptions`."""
    if type(seats) is int and seats in allowed:
        return seats
    raise BadOptions("seats", given=as_json(seats), known=", ".join(map(str, allowed)))


def checked_options(known: Sequence[Option], given: Mapping[str, object]) -> dict[str, OptionValue]:
    """All options with their values, defaults included. Raises `BadOptions`.

    Equality is not enough: 1 is not true, and neither is "true".
    """
    names = [option.name for option in known]
    for name in given:
        if name not in names:
            raise BadOptions("unknown", name=name, known=", ".join(names) or "—")
    return {option.name: _checked_value(option, given) for option in known}


def _checked_value(option: Option, given: Mapping[str, object]) -> OptionValue:
    value = given.get(option.name, option.default)
    for allowed in option.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
    known = ", ".join(as_json(allowed) for allowed in option.values)
    raise BadOptions("value", name=option.name, given=as_json(value), known=known)


def as_json(value: object) -> str:
    """As JSON writes it, or as Python does if JSON can't."""
    return json.dumps(value, ensure_ascii=False, default=repr)


def checked_order(items: Sequence[Item] | None, order: object) -> list[Item]:
    """The order, if it contains exactly these items. Raises `BadShuffle`, which names no card.

    Equality is not enough here either: neither `true` nor 1.0 is the card 1.
    """
    if items is None:
        raise BadShuffle("Nothing has to be shuffled now.")
    if not isinstance(order, list | tuple):
        raise BadShuffle(f"An order is a list, and this is none: {type(order).__name__}.")
    if len(order) != len(items):
        raise BadShuffle(f"The order has {len(order)} items; {len(items)} must be put in order.")
    if not set(map(type, order)) <= {int, str} or _counted(order) != _counted(items):
        raise BadShuffle("The order does not hold exactly the items that must be put in order.")
    return list(order)


def _counted(items: Sequence[object]) -> dict[object, int]:
    """As a plain dict, which compares ten times as fast as a Counter."""
    return dict(Counter(items))
