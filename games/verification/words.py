"""Which words of a record follow from its secret, as information.

Who wrote the others no record can show: only whoever sat there knows.
"""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import fairness
from games.rules.base import Json

# What older versions made for a seat without words; those of a bot were its name.
MADE = re.compile("[0-9a-f]{32}|")


class Words(NamedTuple):
    """Of a seat at the record's table, or at another one that played the same deals."""

    seat: int
    code: str
    words: str


def told(record: Json, secret: bytes) -> str:
    """In sentences; the record has the words of every seat."""
    own, unsure, others = [], [], False
    for each in _everybodys(record):
        if each.words == fairness.words_from(secret, each.code, each.seat):
            others = True
        elif MADE.fullmatch(each.words) or each.words == _name(record, each.seat):
            unsure.append(_place(record, each))
        else:
            own.append(_place(record, each))
    return " ".join(_sentences(own, unsure, others=others))


def _sentences(own: list[str], unsure: list[str], *, others: bool) -> Iterator[str]:
    if own:
        yield _("Own words: %(places)s.") % {"places": ", ".join(own)}
    if unsure:
        text = _("Own words, or made by our server before version 0.3.1: %(places)s.")
        yield text % {"places": ", ".join(unsure)}
    if others and (own or unsure):
        yield _("All other words follow from the secret.")
    elif others:
        yield _("All words follow from the secret, since nobody brought their own.")


def _everybodys(record: Json) -> Iterator[Words]:
    codes = record.get("duplicate")
    for seat, entropy in enumerate(record["entropies"]):
        words = _table_by_table(entropy) if codes else []
        if isinstance(codes, list) and len(words) == len(codes):
            yield from (Words(seat, *pair) for pair in zip(codes, words, strict=True))
        else:
            yield Words(seat, record.get("id"), entropy)


def _table_by_table(entropy: str) -> list[str]:
    try:
        words = json.loads(entropy)
    except (ValueError, RecursionError):
        return []
    good = isinstance(words, list) and all(isinstance(each, str) for each in words)
    return words if good else []


def _name(record: Json, seat: int) -> Json:
    players = record.get("players")
    return players[seat] if isinstance(players, list) and seat < len(players) else None


def _place(record: Json, words: Words) -> str:
    if "duplicate" in record:
        return _("seat %(seat)s at table %(table)s") % {"seat": words.seat, "table": words.code}
    return _("seat %(seat)s") % {"seat": words.seat}
