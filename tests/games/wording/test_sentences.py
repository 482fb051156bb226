"""A resolved hand as sentences, for each of those who may read them."""

from games.catalogue.turn_the_tide import wording as told
from games.catalogue.turn_the_tide.shapes import Event, Points
from tests.games.wording.observing import seating

HAND: list[Event] = [
    {"kind": "turned_up", "stage": 2, "turn": 4, "tides": [4, 7]},
    {"kind": "played", "bids": {"0": 44, "1": 51, "2": 31, "3": 28}},
    {"kind": "took", "seat": 1, "tide": 4, "rank": 1, "before": 10},
    {"kind": "took", "seat": 0, "tide": 7, "rank": 2, "before": 6},
    {"kind": "paid", "seat": 0, "tide": 7, "belts_left": 2},
]


def test_the_reader_is_you() -> None:
    assert told.sentences(HAND, seating(0)) == [
        "Joost’s 51 was highest and took the 4, so Joost’s water fell from 10 to 4.",
        "Your 44 was second and took the 7, so your water rose from 6 to 7. "
        "Lower: Aoife 31 and Henning 28.",
        "You stood deepest, at 7, and gave up a belt; 2 are left.",
    ]


def test_a_spectator_reads_names_only() -> None:
    lines = told.sentences(HAND, seating(None))
    assert lines[-1] == "Marit stood deepest, at 7, and gave up a belt."
    assert "you" not in " ".join(lines).lower().split()


def test_a_choice_is_told_in_two_hands() -> None:
    first: list[Event] = [HAND[0], HAND[1], {"kind": "may_choose", "seat": 1, "tides": [4, 7]}]
    then: list[Event] = [{"kind": "chose", "seat": 1, "tide": 7, "left": 4}, *HAND[2:3]]
    assert told.sentences(first, seating(0)) == [
        "Behind it: you 44, Aoife 31 and Henning 28. "
        "Joost’s 51 was highest; Joost chooses the 4 or the 7."
    ]
    assert told.sentences(then, seating(0))[0] == "Joost chose the 7 and left the 4."


def test_the_last_belt_and_being_out() -> None:
    last: list[Event] = [{"kind": "paid", "seat": 1, "tide": 9, "belts_left": 0}]
    out: list[Event] = [{"kind": "out", "seat": 1, "tide": 9}]
    assert told.sentences(last, seating()) == [
        "Joost stood deepest, at 9, and gave up their last belt."
    ]
    assert told.sentences(last, seating(1)) == [
        "You stood deepest, at 9, and gave up your last belt."
    ]
    assert told.sentences(out, seating(1)) == [
        "You stood deepest, at 9, with no belt left: you are out of this stage."
    ]


def test_a_stage_ends_with_its_points() -> None:
    points: list[Points] = [
        {"seat": 0, "belts": 4, "bonus": 1, "out": False, "points": 5},
        {"seat": 1, "belts": 0, "bonus": 0, "out": True, "points": -1},
        {"seat": 2, "belts": 2, "bonus": 0, "out": False, "points": 2},
    ]
    scored: Event = {
        "kind": "stage_scored",
        "stage": 1,
        "early": True,
        "points": points,
        "scores": [],
    }
    assert told.sentences([scored], seating(0, 3)) == [
        "Stage 1 ended early, with no more than two left. Points: you 5, Joost −1 and Aoife 2, "
        "including one for the lowest water (you)."
    ]


def test_who_won() -> None:
    alone = {"winners": [1], "scores": [7, 9, 4]}
    shared = {"winners": [0, 1], "scores": [9, 9, 4]}
    assert told.result(alone, seating(0, 3)) == "Joost won with 9 points; you have 7."
    assert told.result(alone, seating(1, 3)) == "You won with 9 points."
    assert told.result(alone, seating(None, 3)) == "Joost won with 9 points."
    assert (
        told.result(shared, seating(0, 3)) == "You and Joost share the victory with 9 points each."
    )
