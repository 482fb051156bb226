"""Everything small that can be done to a record, systematically: a forger mends the checksum after
each, since anybody can.

Every key is removed, renamed and given other values; every object gets a key more; every list is
cut, filled, turned round, and has two of its entries exchanged.
"""

import copy
import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games import fairness
from games.verification.form import ENDED
from tests.sampling import sample

Record = dict[str, Any]
Path = tuple[str | int, ...]
Change = Callable[[Any, Any], None]
Mutation = tuple[str, Callable[[Record], Record]]


def mutations(record: Record, most: int | None = None) -> Iterator[tuple[str, Record]]:
    """Each with its name, and all of them other than the record; `most`: of each key so many."""
    as_it_is = json.dumps(record)
    for name, change in _some(list(_all(record)), most):
        mutant = change(record)
        if json.dumps(mutant) != as_it_is:
            yield name, mutant if name.startswith("checksum") else mended(mutant)


def occurs(record: Record, pattern: str) -> bool:
    """Whether some change with such a name makes another record of it."""
    as_it_is = json.dumps(record)
    return any(
        re.fullmatch(pattern, name) and json.dumps(change(record)) != as_it_is
        for name, change in _all(record)
    )


def _some(every: list[Mutation], most: int | None) -> list[Mutation]:
    if most is None:
        return every
    return sample(every, kind=_key, most=most, name=lambda mutation: mutation[0])


def _key(mutation: Mutation) -> str:
    """Where it is, whichever entry of a list: "hands.bids.0: removed" is of `hands.bids`."""
    return re.sub(r"\.\d+", "", mutation[0].partition(":")[0])


def mended(record: Record) -> Record:
    """With the checksum that it ought to have."""
    return {**record, "checksum": fairness.checksum(record)}


def _all(record: Record) -> Iterator[Mutation]:
    for path, value in _places(record):
        for name, change in _changes(value):
            aside = "an aside, " if isinstance(value, dict) and "aside" in value else ""
            yield f"{aside}{'.'.join(map(str, path))}: {name}", _at(path, change)
    yield "a key more", lambda record: {**record, "extra": 1}


def _at(path: Path, change: Change) -> Callable[[Record], Record]:
    def changed(record: Record) -> Record:
        mutant = copy.deepcopy(record)
        change(_inner(mutant, path[:-1]), path[-1])
        return mutant

    return changed


def _inner(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value that is changed: of a list the first, the last, one between and an aside."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key in value:
            yield from _places(value[key], (*path, key))
    elif isinstance(value, list):
        asides = [
            n for n, entry in enumerate(value) if isinstance(entry, dict) and "aside" in entry
        ]
        some = {0, len(value) // 2, len(value) - 1, *asides[:1]}
        for index in sorted(some & set(range(len(value)))):
            yield from _places(value[index], (*path, index))


def _changes(value: Any) -> Iterator[tuple[str, Change]]:
    yield "removed", lambda inner, key: inner.pop(key)
    yield "renamed", _rename
    for other in _others(value):
        yield f"{other!r:.40}", _put(other)


def _rename(inner: Any, key: Any) -> None:
    if isinstance(inner, dict):
        inner[f"{key}_"] = inner.pop(key)


def _put(other: Any) -> Change:
    def put(inner: Any, key: Any) -> None:
        inner[key] = other

    return put


def _others(value: Any) -> Iterator[Any]:
    """Other values in its place, of the same type and of others."""
    yield from (None, [], {}, "", 0, True)
    if isinstance(value, bool):
        yield from (not value, int(value), str(value).lower())
    elif isinstance(value, int):
        yield from (value + 1, -value, float(value), str(value))
    elif isinstance(value, str):
        yield from (value + "x", f" {value}", f"{value} ", value.upper(), value[::-1], value[:-1])
        yield from ([value], [*value])
        yield from ENDED if value in ENDED else ()
    elif isinstance(value, list):
        yield from _other_lists(value)
    elif isinstance(value, dict):
        yield from ({**value, "extra": 1}, {**value, "0": "1"}, [value], list(value))
        yield from _exchanged(value)


def _other_lists(value: list[Any]) -> Iterator[list[Any]]:
    yield from (value[:-1], value[1:], value[::-1], [*value, None], value + value[-1:], value * 2)
    for first, second in ((0, 1), (0, -1), (-2, -1)):
        if len(value) > 1:
            other = list(value)
            other[first], other[second] = other[second], other[first]
            yield other


def _exchanged(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for first, second in zip(value, list(value)[1:], strict=False):
        yield {**value, first: value[second], second: value[first]}


def cut(record: Record, hands: int, **more: object) -> Record:
    """So many of its last entries gone, with what belongs to them; `more`: other values, or `...`
    for none."""
    kept = copy.deepcopy(record)
    for _time in range(hands):
        if "aside" not in kept["hands"].pop():
            kept["salts"].pop()
            kept["receipts"].pop()
    return mended({key: value for key, value in {**kept, **more}.items() if value is not ...})


def renamed(record: Record, names: Sequence[str]) -> Record:
    """Other people in the seats, with digests that fit them: a record that fits itself."""
    digests = [
        fairness.name_digest(record["id"], seat, name, salt)
        for seat, (name, salt) in enumerate(zip(names, record["start"]["salts"], strict=True))
    ]
    start = {**record["start"], "names": digests, "digest": fairness.start_digest(record, digests)}
    return mended({**record, "players": list(names), "start": start})
