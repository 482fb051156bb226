"""The worked examples EX-TT-20 to EX-TT-26: points, passing the sets, the winner."""

import random

from games.catalogue.turn_the_tide import rules as tide
from games.catalogue.turn_the_tide.rules.state import State, belt_count
from games.catalogue.turn_the_tide.rules.water import stage_points
from tests.narrowing import not_none
from tests.rules.driving import random_bids

X = (25, 26, 27, 28, 29, 1, 2, 3, 4, 5, 6, 7)
Y = (30, 31, 32, 8, 9, 10, 11, 12, 49, 50, 51, 52)
Z = (33, 34, 35, 36, 13, 14, 15, 16, 53, 54, 55, 56)


def scored(*places: tuple[int, int | None]) -> tuple[int, ...]:
    belts, tides = [belts for belts, _ in places], [level for _, level in places]
    return stage_points(belts, tides, [False] * len(places))


def test_ex_tt_20_the_lowest_water_is_worth_a_point() -> None:
    assert scored((3, 8), (0, 10), (2, 4), (1, 3)) == (3, 0, 2, 2)


def test_ex_tt_21_max_peter_cathy_and_linus() -> None:
    assert scored((2, 8), (0, 10), (3, 4), (1, 3)) == (2, 0, 3, 2)


def test_ex_tt_22_both_with_the_lowest_water_get_the_bonus() -> None:
    assert scored((2, 4), (0, 4), (3, 9)) == (3, 1, 3)


def test_ex_tt_23_no_tide_card_is_lower_than_a_one() -> None:
    assert scored((2, None), (0, None), (3, 1)) == (3, 1, 3)


def test_ex_tt_24_an_eliminated_seat_is_out_of_the_comparison() -> None:
    out = [True, False, False, False]
    assert stage_points([0, 2, 1, 0], [None, 5, 6, 7], out) == (-1, 3, 1, 0)


def test_ex_tt_25_whole_sets_pass_to_the_left_with_all_their_belts() -> None:
    assert [belt_count(one) for one in (X, Y, Z)] == [5, 3, 6]
    rest = sorted(set(range(1, 61)) - {*X, *Y, *Z})
    state = tide.shuffled(tide.start(3, {}), [*X, *Y, *Z, *rest])
    held = {1: state.cards}
    while tide.outcome(state) is None:
        if items := tide.shuffle_needed(state):
            held[state.stage] = state.cards
            assert state.belts == tuple(belt_count(cards) for cards in state.cards)
            state = tide.shuffled(state, items)
        else:
            state, _ = tide.resolve(state, random_bids(tide, state, random.Random(1)))
    in_order = {"X": tuple(sorted(X)), "Y": tuple(sorted(Y)), "Z": tuple(sorted(Z))}
    names = {cards: name for name, cards in in_order.items()}
    by_stage = {stage: "".join(names[one] for one in cards) for stage, cards in held.items()}
    assert by_stage == {1: "XYZ", 2: "ZXY", 3: "YZX"}


def test_ex_tt_26_the_highest_total_is_shared() -> None:
    over = State(seats=3, cascade=True, taker_chooses=False, phase="over")
    end = not_none(tide.outcome(over._replace(history=((3, 4, 5), (2, 4, 3), (2, 1, 1)))))
    assert (end.scores, end.winners) == ((7, 9, 9), (1, 2))
