"""The events of a turn hold all that a page needs to tell it."""

import random

from games.catalogue.turn_the_tide import rules as tide
from tests.narrowing import not_none
from tests.rules.driving import play
from tests.rules.turn_the_tide.tables import table, turn


def test_the_highest_takes_and_his_water_falls_the_deepest_gives_a_belt() -> None:
    """Joost's 51 was highest and took the 4, so his water fell from 10 to 4."""
    _, events = turn(table((5, 10), (3, 12), (4, 6), tides=(7, 4), bids=(51, 2, 31), turn=5))
    assert [(event.kind, dict(event.data)) for event in events] == [
        ("turned_up", {"stage": 1, "turn": 5, "tides": [7, 4]}),
        ("played", {"bids": {"0": 51, "1": 2, "2": 31}}),
        ("took", {"seat": 0, "tide": 4, "rank": 1, "before": 10}),
        ("took", {"seat": 2, "tide": 7, "rank": 2, "before": 6}),
        ("paid", {"seat": 1, "tide": 12, "belts_left": 2}),
    ]


def test_the_highest_bidder_is_asked_and_his_choice_is_told() -> None:
    before = table((5, 10), (3, 12), (4, 6), tides=(7, 4), bids=(51, 2, 31), taker_chooses=True)
    asked, events = turn(before)
    assert [event.kind for event in events] == ["turned_up", "played", "may_choose"]
    assert tide.awaiting(asked) == (0,)
    _, events = tide.resolve(asked, {0: "take high"})
    assert [dict(event.data) for event in events[:3]] == [
        {"seat": 0, "tide": 7, "left": 4},
        {"seat": 0, "tide": 7, "rank": 1, "before": 10},
        {"seat": 2, "tide": 4, "rank": 2, "before": 6},
    ]


def test_equal_tide_cards_leave_nothing_to_choose() -> None:
    before = table((5, 10), (3, 12), (4, 6), tides=(7, 7), bids=(51, 2, 31), taker_chooses=True)
    after, _ = turn(before)
    assert after.phase == "bid"
    assert after.tides == (7, 12, 7)


def test_a_stage_is_told_seat_by_seat_and_adds_up() -> None:
    game = play(tide, 4, {}, random.Random(6))
    scored = [event.data for event in game.events if event.kind == "stage_scored"]
    assert [data["stage"] for data in scored] == [1, 2, 3, 4]
    for data in scored:
        for seat in data["points"]:
            expected = -1 if seat["out"] else seat["belts"] + seat["bonus"]
            assert seat["points"] == expected
    assert tuple(scored[-1]["scores"]) == not_none(tide.outcome(game.state)).scores
    assert game.events[-1].data == not_none(tide.outcome(game.state)).as_json()


def test_passing_tells_the_belts_that_everybody_starts_with() -> None:
    game = play(tide, 3, {}, random.Random(6))
    passed = [event.data for event in game.events if event.kind == "sets_passed"]
    starts = [state for state in game.states if state.turn == 1 and state.phase == "deal"]
    assert [data["stage"] for data in passed] == [2, 3]
    assert [tuple(data["belts"]) for data in passed] == [state.belts for state in starts[1:]]


def test_a_stage_that_leaves_two_in_its_last_turn_did_not_end_early() -> None:
    for number, early in ((11, True), (12, False)):
        _, events = turn(
            table((5, 1), (0, 12), (4, 2), tides=(7, 4), bids=(51, 2, 31), turn=number)
        )
        assert next(e.data["early"] for e in events if e.kind == "stage_scored") is early
