"""Golden playthroughs, one for each way a game can end, replay to the letter."""

import json

import pytest

from games.rules.records import read_record, replay
from tests.rules.rowboat.goldens import FOLDER, WANTED, digest


@pytest.mark.parametrize("name", WANTED)
def test_it_replays_to_the_same_tables_and_the_same_end(name: str) -> None:
    text = (FOLDER / f"{name}.json").read_text()
    data, played = json.loads(text), replay(read_record(text))
    assert played.outcome is not None
    assert played.outcome.as_json() == data["outcome"]
    assert digest(played) == data["digest"]


@pytest.mark.parametrize("name", WANTED)
def test_it_ends_the_way_its_name_says(name: str) -> None:
    played = replay(read_record((FOLDER / f"{name}.json").read_text()))
    events = [event for moment in played.moments for event in moment.events]
    wanted = WANTED[name]
    assert wanted.ended(150 if wanted.seats == 3 else 200, events)
    assert events[-1].kind == "game_over"
