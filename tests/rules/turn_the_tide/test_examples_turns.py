"""The worked examples EX-TT-01 to EX-TT-19: belts of a set, and single turns."""

from games.catalogue.turn_the_tide.rules.state import belt_count
from tests.rules.turn_the_tide.tables import kinds, places, points, table, turn


def test_ex_tt_01_julia_has_five_belts() -> None:
    assert belt_count([1, 4, 10, 13, 19, 26, 31, 33, 37, 41, 50, 53]) == 5


def test_ex_tt_02_aidan_has_three_and_a_half_and_gets_three() -> None:
    assert belt_count([2, 5, 6, 15, 20, 27, 36, 43, 49, 51, 55, 60]) == 3


def test_ex_tt_03_sarah_has_six_and_a_half_and_gets_six() -> None:
    assert belt_count([7, 14, 17, 18, 22, 25, 28, 35, 39, 40, 47, 59]) == 6


def test_ex_tt_04_a_set_may_have_no_belt_or_twelve() -> None:
    assert belt_count([*range(1, 12), 13]) == 0
    assert belt_count(range(25, 37)) == 12
    beltless = table((0, None), (1, None), (1, None), bids=(1, 2, 3))
    assert beltless.out == (False, False, False)


def test_ex_tt_05_max_takes_the_four_and_peter_pays() -> None:
    before = table(
        (5, None), (3, None), (2, None), (2, None), tides=(4, 7), bids=(44, 27, 16, 2), turn=1
    )
    after, events = turn(before)
    assert places(after) == [(5, 4), (2, 7), (2, None), (2, None)]
    assert kinds(events) == ["turned_up", "played", "took", "took", "paid"]


def test_ex_tt_06_julia_takes_the_four_and_aidan_pays() -> None:
    after, _ = turn(table((5, None), (3, None), (6, None), tides=(4, 7), bids=(44, 17, 6), turn=1))
    assert places(after) == [(5, 4), (2, 7), (6, None)]


def test_ex_tt_07_the_deepest_pays_though_he_took_nothing() -> None:
    after, _ = turn(table((3, 10), (2, 8), (4, 2), (1, None), tides=(5, 6), bids=(58, 20, 31, 3)))
    assert places(after) == [(3, 5), (1, 8), (4, 6), (1, None)]


def test_ex_tt_08_two_equal_tides_cost_both_takers() -> None:
    after, _ = turn(table((2, None), (3, None), (4, 8), tides=(9, 9), bids=(50, 40, 3)))
    assert places(after) == [(1, 9), (2, 9), (4, 8)]


def test_ex_tt_09_a_tie_with_an_old_card_costs_both() -> None:
    after, _ = turn(table((2, 11), (3, 4), (4, 6), tides=(6, 11), bids=(5, 40, 50)))
    assert places(after) == [(1, 11), (2, 11), (4, 6)]


def test_ex_tt_10_equal_but_lower_tides_cost_nothing() -> None:
    after, _ = turn(table((2, None), (3, None), (4, 12), tides=(5, 5), bids=(50, 40, 3)))
    assert places(after) == [(2, 5), (3, 5), (3, 12)]


def test_ex_tt_11_the_last_belt_is_a_last_chance() -> None:
    before = table((1, 12), (3, 3), (4, 6), (4, 2), tides=(1, 7), bids=(5, 40, 50, 1))
    after, _ = turn(before)
    assert places(after) == [(0, 12), (3, 7), (4, 1), (4, 2)]
    again = after._replace(held=(("6",), ("41",), ("51",), ("2",)))
    assert places(turn(again)[0])[0] == "out"


def test_ex_tt_12_the_cascade_makes_the_next_deepest_pay() -> None:
    before = table((0, 12), (2, 10), (4, 6), (4, 2), tides=(1, 7), bids=(5, 4, 50, 31))
    assert places(turn(before)[0]) == ["out", (1, 10), (4, 1), (4, 7)]


def test_ex_tt_12_without_the_cascade_nobody_else_pays() -> None:
    before = table(
        (0, 12), (2, 10), (4, 6), (4, 2), tides=(1, 7), bids=(5, 4, 50, 31), cascade=False
    )
    assert places(turn(before)[0]) == ["out", (2, 10), (4, 1), (4, 7)]


def test_ex_tt_13_the_cascade_repeats_until_a_belt_is_turned() -> None:
    before = table((0, 12), (0, 11), (1, 9), (4, 2), (3, 5), tides=(2, 8), bids=(5, 4, 3, 31, 20))
    after, events = turn(before)
    assert places(after) == ["out", "out", (0, 9), (4, 2), (3, 8)]
    assert kinds(events)[-3:] == ["out", "out", "paid"]
    assert after.stage == 1


def test_ex_tt_14_in_a_mixed_tie_the_belt_that_was_turned_ends_it() -> None:
    before = table((0, 12), (3, 12), (1, 9), (4, 2), tides=(2, 8), bids=(5, 4, 30, 31))
    assert places(turn(before)[0]) == ["out", (2, 12), (1, 8), (4, 2)]


def test_ex_tt_15_both_tied_out_with_five_seats_and_the_next_pays() -> None:
    before = table((0, 12), (0, 12), (1, 9), (4, 2), (3, 5), tides=(2, 8), bids=(5, 4, 3, 31, 20))
    assert places(turn(before)[0]) == ["out", "out", (0, 9), (4, 2), (3, 8)]


def test_ex_tt_16_both_tied_out_with_four_seats_ends_the_stage() -> None:
    before = table((0, 12), (0, 12), (1, 9), (4, 2), tides=(2, 8), bids=(5, 4, 30, 31))
    after, events = turn(before)
    assert points(events) == [-1, -1, 1, 5]
    assert "paid" not in kinds(events)
    assert after.stage == 2


def test_ex_tt_17_with_three_seats_one_out_ends_the_stage_before_the_cascade() -> None:
    _, events = turn(table((0, 12), (2, 10), (4, 6), tides=(1, 7), bids=(3, 40, 50)))
    assert points(events) == [-1, 2, 5]


def test_ex_tt_18_a_double_elimination_leaves_one() -> None:
    _, events = turn(table((0, 12), (0, 7), (4, 6), tides=(3, 12), bids=(20, 40, 50)))
    assert points(events) == [-1, -1, 5]


def test_ex_tt_19_nobody_left_with_a_tide_card_pays_nothing() -> None:
    before = table(
        (0, None),
        (0, None),
        (3, None),
        (2, None),
        (4, None),
        tides=(5, 9),
        bids=(20, 40, 3, 2, 1),
        turn=1,
    )
    after, events = turn(before)
    assert places(after) == ["out", "out", (3, None), (2, None), (4, None)]
    assert [event.data["seat"] for event in events if event.kind == "out"] == [0, 1]
    assert kinds(events)[-1] == "nobody_paid"
    assert (after.stage, after.turn) == (1, 2)
