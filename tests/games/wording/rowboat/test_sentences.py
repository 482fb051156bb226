"""Every event of Rowboat is told in a sentence, to the reader as "you"."""

from typing import Any

import pytest

from games.catalogue.rowboat import wording as told
from games.catalogue.rowboat.shapes import Event
from tests.games.wording.rowboat.observing import positions, seating

SIDE = {
    "bid": 3, "won": 3, "points": 30, "overtricks": 0, "misplays": 0, "cancelled": False,
    "capsized": 0, "score": 30, "bags": 0,
}  # fmt: skip


def event(kind: str, **data: Any) -> Any:
    return {"kind": kind, **data}


def scored(*sides: dict[str, Any]) -> Any:
    return event("stage_scored", stage=2, sides=[{**SIDE, **side} for side in sides])


@pytest.mark.parametrize(
    ("happened", "yours", "theirs"),
    [
        (
            event("moon", seat=0, count=None),
            "You kept your Moon for a later deal.",
            "Marit kept the Moon for a later deal.",
        ),
        (
            event("moon", seat=0, count=5),
            "You played the Moon: the Tide has exactly 5 cards.",
            "Marit played the Moon: the Tide has exactly 5 cards.",
        ),
        (event("bid", seat=0, bid=3), "You bid 3.", "Marit bid 3."),
        (
            event("played", seat=0, card="Wm", trick=1),
            "You played the Whale of maps.",
            "Marit played the Whale of maps.",
        ),
        (
            event("played", seat=0, card="rowboat", trick=1),
            "You played the Rowboat.",
            "Marit played the Rowboat.",
        ),
        (
            event("trick_won", seat=0, side=0, trick=4, count=1, pending=0),
            "You won trick 4.",
            "Marit won trick 4.",
        ),
        (
            event("trick_won", seat=0, side=0, trick=4, count=3, pending=2),
            "You won trick 4 and what was waiting: 3 tricks at once.",
            "Marit won trick 4 and what was waiting: 3 tricks at once.",
        ),
        (
            event("looked", seat=0, side=0),
            "You lit your Lighthouse, to look at other cards.",
            "Marit lit the Lighthouse, to look at other cards.",
        ),
        (
            event("capsized", side=0, times=1),
            "Your boat capsized: 100 points lost, 5 sandbags overboard.",
            "Marit’s boat capsized: 100 points lost, 5 sandbags overboard.",
        ),
    ],
)
def test_told_to_who_did_it_and_to_another(happened: Event, yours: str, theirs: str) -> None:
    assert told.sentences([happened], seating(0)) == [yours]
    assert told.sentences([happened], seating(1)) == [theirs]
    assert told.sentences([happened], seating(None)) == [theirs]


@pytest.mark.parametrize(
    ("happened", "text"),
    [
        (event("tide_laid", stage=1, count=2, tide=["7w", "Ao"]), "7 of waves and Anchor of oars"),
        (
            event("stage_dealt", stage=1, dealer=1, cards=8, first=0),
            "Joost dealt everybody 8 cards",
        ),
        (event("trick_tied", trick=3, pending=1, lost=False), "it waits for whoever wins the next"),
        (event("trick_tied", trick=3, pending=2, lost=False), "2 tricks wait now"),
        (event("trick_tied", trick=8, pending=1, lost=True), "nobody gets it."),
        (event("trick_tied", trick=8, pending=2, lost=True), "nor what was waiting"),
        (event("play_on", sides=[0, 1]), "another deal decides"),
        (scored({}, {"won": 2, "points": -30, "score": -30}), "bid 3, won 2, −30, now −30/0"),
        (scored({}, {"bid": None, "won": 4, "points": 40, "score": 40}), "won 4, +40, now 40."),
        (scored({}, {"misplays": 1}), "Joost: 1 misplay, which costs 2 sandbags"),
        (scored({}, {"misplays": 2, "cancelled": True}), "which cost 4 sandbags"),
        (scored({}, {"misplays": 1, "cancelled": True}), "with a misplay it scores no points"),
        (event("game_over", side=1, winners=[1], scores=[10, 200]), "Joost won with 200 points"),
    ],
)
def test_told_to_everybody(happened: Event, text: str) -> None:
    assert text in " ".join(told.sentences([happened], seating(0)))


def test_a_deal_ends_with_the_line_of_who_reads() -> None:
    lines = told.sentences([scored({}, {"won": 4, "bags": 1})], seating(0))
    assert lines[-1] == "You: bid 3, won 3, +30, now 30/0."


def test_each_line_of_a_score_begins_with_a_capital() -> None:
    lines = told.sentences([scored({"misplays": 1}, {})], seating(0))
    assert lines[-1] == "You: 1 misplay, which costs 2 sandbags."


def test_the_exchange_names_the_partner() -> None:
    assert "Aoife gave you" in told.sentences([event("exchanged")], seating(0, 4))[0]
    assert told.sentences([event("exchanged")], seating(None, 4)) == [
        "All partners exchanged cards."
    ]


def test_results() -> None:
    team = {"winners": [0, 2], "scores": [210, 90, 210, 90]}
    assert told.result(team, seating(0, 4)) == "You and Aoife won with 210 points."
    assert told.result(team, seating(3, 4)) == "Marit and Aoife won with 210 points; you have 90."
    assert told.result(team, seating(None, 4)) == "Marit and Aoife won with 210 points."
    alone = {"winners": [1], "scores": [-20, 160, 40]}
    assert told.result(alone, seating(1, 3)) == "You won with 160 points."
    assert told.result(alone, seating(0, 3)) == "Joost won with 160 points; you have −20."


def test_a_tie_in_which_moderators_ended_it_has_all_winners() -> None:
    two = {"winners": [1, 2], "scores": [-20, 40, 40]}
    assert told.result(two, seating(2, 3)) == "Joost and you share the victory with 40 points each."
    teams = {"winners": [0, 1, 2, 3], "scores": [0, 0, 0, 0]}
    everybody = "Marit, Joost, Aoife and Henning share the victory with 0 points each."
    assert told.result(teams, seating(None, 4)) == everybody


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"novice": True}, {"misplays": True}])
def test_no_event_of_a_game_is_left_untold(seats: int, options: dict[str, bool]) -> None:
    for _before, events, _after in positions(seats, **options):
        for each in events:
            for reader in (None, 0, seats - 1):
                lines = told.sentences([each], seating(reader, seats))
                assert lines, each
                assert all(line[-1] == "." and "%(" not in line for line in lines)
