"""The history of a game, hand by hand, in sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games import selectors
from games.models import Game, LogEntry
from games.wording import Seating, Wording, wording
from games.wording.moments import when
from games.wording.pace import given_back
from games.wording.table_changes import SENTENCES, sentence


@dataclass(frozen=True)
class Entry:
    """A resolved hand, which has a page, or another event, which has none."""

    at: datetime
    when: str
    sentence: str
    number: int
    place: str
    linked: bool


def entries(game: Game, log: Sequence[LogEntry], seating: Seating) -> list[Entry]:
    """These log entries in the reader's language."""
    told = wording(game.ruleset)
    tables = selectors.observations.tables_before(game, [entry.hand_number for entry in log])
    return [
        Entry(
            at=entry.at,
            when=when(entry.at),
            sentence=_sentence(entry, told, seating),
            number=entry.hand_number,
            place=told.place(tables[entry.hand_number]) if entry.hand_number in tables else "",
            linked=entry.kind == "hand",
        )
        for entry in log
    ]


def _sentence(entry: LogEntry, told: Wording, seating: Seating) -> str:
    if entry.kind == "outage":
        return given_back(entry.data["minutes"])
    if entry.kind in SENTENCES:
        return sentence(entry.kind, entry.with_names)
    return " ".join(told.sentences(entry.data["events"], seating))
