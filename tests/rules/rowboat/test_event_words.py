"""A replay of Rowboat reads as sentences, and tells every kind of event that matters."""

from typing import Any

import pytest

from games.catalogue.rowboat.replay_words import tell
from games.rules.base import Event
from games.rules.records import read_record, replay
from games.rules.replay_words import printed
from tests.rules.rowboat.goldens import FOLDER


@pytest.mark.parametrize(
    ("kind", "data", "line"),
    [
        ("moon", {"seat": 0, "count": 5}, "seat 0 plays the Moon: 5 cards for the Tide"),
        ("looked", {"seat": 2, "side": 0}, "seat 2 looks by the Lighthouse"),
        (
            "trick_won",
            {"trick": 3, "seat": 1, "side": 1, "count": 3, "pending": 2},
            "seat 1 takes trick 3 with 2 pending",
        ),
        ("trick_tied", {"trick": 3, "pending": 1, "lost": False}, "trick 3 is tied: 1 pending"),
        (
            "trick_tied",
            {"trick": 8, "pending": 2, "lost": True},
            "trick 8, the last one, is tied: nobody takes it",
        ),
        ("capsized", {"side": 1, "times": 2}, "side 1 capsizes 2 times"),
        ("play_on", {"sides": [0, 1]}, "equal in score and sandbags: another stage decides"),
    ],
)
def test_one_line_an_event(kind: str, data: dict[str, Any], line: str) -> None:
    assert tell(Event(kind, data)) == [line]


def test_what_the_hand_tells_already_is_not_told_again() -> None:
    for kind in ("bid", "played", "exchanged", "game_over"):
        assert tell(Event(kind, {})) == []


def test_a_whole_game_is_told() -> None:
    lines = list(printed(replay(read_record((FOLDER / "two-cancelled-win.json").read_text()))))
    assert any("its win is cancelled" in line for line in lines)
    assert any("the Tide, " in line for line in lines)
    assert lines[-1].endswith(tuple("0123456789."))
