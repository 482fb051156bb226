"""Whole games kept as files, one for each way to end: a change of the rules shows up in them.

`python -m tests.rules.turn_the_tide.test_golden` writes them anew; read the difference before
it is committed, for it is what running games would feel.
"""

import json
import random
from pathlib import Path

import pytest

from games.catalogue.turn_the_tide import rules as tide
from games.rules.records import build_record, read_record, replay
from games.rules.replay_words import printed
from tests.rules.driving import play
from tests.rules.turn_the_tide.deals import poor
from tests.rules.turn_the_tide.endings import ending

FOLDER = Path(__file__).parent / "golden"
GOLDEN = {  # name: what must be true of the end, seats, options
    "twelve_hands": ({"twelve hands", "more left", "alone"}, 5, {}),
    "two_left": ({"early", "two left", "alone"}, 4, {}),
    "one_left": ({"early", "one left"}, 3, {}),
    "cascade": ({"cascade"}, 5, {}),
    "without_cascade": ({"early"}, 5, {"cascade": False}),
    "shared_victory": ({"shared"}, 4, {}),
    "taker_chooses": ({"taker chooses", "early"}, 3, {"taker_chooses": True}),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_kept_game_ends_and_is_told_as_it_was(name: str) -> None:
    played = replay(read_record((FOLDER / f"{name}.json").read_bytes()))
    events = [event for moment in played.moments for event in moment.events]
    assert GOLDEN[name][0] <= ending(events)
    assert "\n".join(printed(played)) + "\n" == (FOLDER / f"{name}.txt").read_text()


def _write(name: str) -> None:
    wanted, seats, options = GOLDEN[name]
    for seed in range(10_000):
        game = play(tide, seats, options, random.Random(seed), order_of=poor)
        if wanted <= ending(game.events):
            break
    end = tide.outcome(game.state)
    record = build_record(tide.SLUG, 1, seats, options, game.shuffles, game.hands, end)
    text = json.dumps(record)
    (FOLDER / f"{name}.json").write_text(f"{text}\n")
    (FOLDER / f"{name}.txt").write_text("\n".join(printed(replay(read_record(text)))) + "\n")


if __name__ == "__main__":
    for each in GOLDEN:
        _write(each)
