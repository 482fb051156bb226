"""Whole games kept as records, one for each way in which a game can end.

They were played once and looked through; `ends` and `table` are what they came to.  If one
of them fails, running games would change: raise VERSION, or mend the rules.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.catalogue.turning_tides import rules as turning_tides
from games.rules.base import Observation
from games.rules.records import Aside, Record, read_record, replay
from tests.rules.turning_tides.oracle import Referee

GAMES = sorted((Path(__file__).parent / "golden").glob("*.json"))
ENDS = {
    "three_zones": "zones",
    "crew_gone": "crew",
    "surrender_in_choose": "surrender",
    "surrender_in_execute": "surrender",
    "surrender_in_exchange": "surrender",
    "surrender_in_damage": "surrender",
    "introduction_zone_then_captain": "captain_and_zone",
    "introduction_captain_then_zone": "captain_and_zone",
    "introduction_or_zone": "zones",
    "introduction_or_captain": "captain",
}


def test_every_way_to_end_has_its_game() -> None:
    assert {path.stem for path in GAMES} == set(ENDS)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_it_ends_as_it_did(path: Path) -> None:
    kept = json.loads(path.read_text())
    played = replay(read_record(path.read_text()))
    assert played.outcome is not None
    end = played.moments[-1].events[-1]
    assert end.data == {"winner": kept["outcome"]["winners"][0], "why": ENDS[path.stem]}
    table: Observation = turning_tides.observation(played.state, None)
    ships = kept["table"].pop("ships")
    assert {key: table[key] for key in kept["table"]} == kept["table"]
    for ship, then in zip(table["ships"], ships, strict=True):
        assert {key: ship[key] for key in then} == then


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_oracle_is_asked_the_same(path: Path) -> None:
    played = replay(read_record(path.read_text()))
    asked = [m.legal for m in played.moments if not isinstance(m.answer, Aside)]
    assert list(questions(played.record))[: len(asked)] == asked


def questions(record: Record) -> Iterator[dict[int, list[str]]]:
    """What the oracle asks at each hand of a record."""
    story = Referee(record.seats, dict(record.options)).play()
    orders = iter(record.shuffles)
    hands = (hand for hand in record.hands if not isinstance(hand, Aside))
    answer: Any = None
    try:
        while True:
            kind, asked = story.send(answer)
            if kind == "hand":
                yield asked
            answer = next(orders if kind == "shuffle" else hands)
    except StopIteration:
        return
