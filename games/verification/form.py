"""Whether a record has exactly the keys that it should, each of the right shape."""

from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.rules.base import Json
from games.rules.records import FORMAT, REQUIRED_2
from games.verification.terms import Check

ENDED = ("rules", "moderators", "cancelled")
OPTIONAL = ("outcome", "substitutes", "duplicate")
KNOWN = {*REQUIRED_2, *OPTIONAL}


def is_first(record: Json) -> bool:
    """Whether it is of the first format, which bound no names and said not how a game ended."""
    return bool(record["format"] == FORMAT)


def is_withheld(record: Json) -> bool:
    """Whether its secret was taken away with somebody's words, which could be guessed with it."""
    entropies = record.get("entropies")
    return record.get("secret", "") is None and isinstance(entropies, list) and None in entropies


def form(record: Json) -> Check:
    """Of a record that can be replayed."""
    objections = list(_objections(record))
    if objections:
        return Check("form", False, " ".join(objections))
    return Check("form", True, _("The record has everything it should have, and nothing else."))


def _objections(record: Json) -> Iterator[str]:
    known = KNOWN - {"start"} if is_first(record) else KNOWN
    for name in sorted(set(record) - known):
        yield _("No record has a “%(name)s”.") % {"name": name[:40]}
    if "players" not in record:  # what else is missing, the check that needs it says
        yield missing("players")
    for name, is_good in SHAPES.items():
        if name in record and not is_good(record):
            yield missing(name)


def missing(name: str) -> str:
    """That a value is not there, or is of another shape."""
    return _("The record has no valid “%(name)s”.") % {"name": name}


def _is_list(value: Json, length: int, kinds: tuple[type, ...]) -> bool:
    return isinstance(value, list) and len(value) == length and all(type(v) in kinds for v in value)


def _players(record: Json) -> bool:
    kinds: tuple[type, ...] = (str,) if is_first(record) else (str, type(None))
    return _is_list(record["players"], record["seats"], kinds)


def _start(record: Json) -> bool:
    start, seats = record["start"], record["seats"]
    return (
        isinstance(start, dict)
        and set(start) == {"digest", "names", "salts"}
        and _is_list(start["names"], seats, (str,))
        and _is_list(start["salts"], seats, (str, type(None)))
    )


def _duplicate(record: Json) -> bool:
    codes = record["duplicate"]
    if not isinstance(codes, list) or not _is_list(codes, len(codes), (str,)):
        return False
    return len(set(codes)) == len(codes) > 1 and record.get("id") in codes


def _substitutes(record: Json) -> bool:
    """Some seats' holders without gaps, from who sat there first to who sat there last."""
    entries = record["substitutes"]
    if not isinstance(entries, list) or not entries or not all(map(_is_entry, entries)):
        return False
    seats = [entry["seat"] for entry in entries]
    held = [[entry for entry in entries if entry["seat"] == seat] for seat in dict.fromkeys(seats)]
    return (
        seats == sorted(seats)
        and 0 <= seats[0] <= seats[-1] < record["seats"]
        and all(_without_gaps(each) for each in held)
        and (is_first(record) or all(_begins_as_said(record, each[0]) for each in held))
    )


def _is_entry(entry: Json) -> bool:
    return (
        isinstance(entry, dict)
        and set(entry) == {"seat", "name", "from_hand", "until_hand"}
        and type(entry["name"]) in (str, type(None))
        and type(entry["seat"]) is type(entry["from_hand"]) is int
        and type(entry["until_hand"]) in (int, type(None))
    )


def _without_gaps(held: list[dict[str, Any]]) -> bool:
    """Whoever held no hand that counts has held the seat until hand 0; before 0.3.1, also until the
    hand before theirs."""
    spans = [(each["from_hand"], each["until_hand"]) for each in held if each["until_hand"] != 0]
    begins, untils = [begin for begin, _until in spans], [until for _begin, until in spans]
    return (
        len(held) > 1
        and held[-1]["until_hand"] is None
        and None not in untils[:-1]
        and begins == [1, *(until + 1 for until in untils[:-1])] == sorted(begins)
    )


def _begins_as_said(record: Json, entry: dict[str, Any]) -> bool:
    return _players(record) and entry["name"] == record["players"][entry["seat"]]


SHAPES: dict[str, Callable[[Json], bool]] = {
    "ended": lambda record: record["ended"] in ENDED,
    "players": _players,
    "start": _start,
    "duplicate": _duplicate,
    "substitutes": _substitutes,
}
