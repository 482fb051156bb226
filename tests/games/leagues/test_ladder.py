"""The arithmetic of leagues: sizes of divisions, fair tables, points, who goes up and down."""

from collections import Counter

import pytest

from games import league_math


@pytest.mark.parametrize("count", range(4, 60))
def test_divisions_hold_four_or_five_and_nobody_is_lost(count: int) -> None:
    fits = league_math.most_that_fit(count, 4, 5)
    people = list(range(fits))
    found = league_math.divisions(people, 4, 5)
    assert [person for division in found for person in division] == people
    assert {len(division) for division in found} <= {4, 5}
    assert fits == count or count in (6, 7, 11)


def test_too_few_are_none() -> None:
    assert league_math.most_that_fit(3, 4, 5) == 0
    assert league_math.divisions([1, 2, 3], 4, 5) == []


@pytest.mark.parametrize(
    ("size", "seats"), [(4, 2), (4, 3), (4, 4), (5, 2), (5, 3), (5, 4), (5, 5)]
)
def test_everybody_plays_as_often_and_as_often_with_everybody(size: int, seats: int) -> None:
    found = league_math.tables(list(range(size)), seats)
    assert all(len(set(table)) == seats for table in found)
    games = Counter(person for table in found for person in table)
    assert len(set(games.values())) == 1
    met = Counter(
        frozenset((one, other))
        for table in found
        for one in table
        for other in table
        if one < other
    )
    assert len(met) == size * (size - 1) // 2
    assert len(set(met.values())) == 1


def test_two_seats_that_are_not_even_are_changed_for_a_second_game() -> None:
    found = league_math.tables([1, 2, 3, 4], 2, even=False)
    assert len(found) == 12
    assert Counter(map(tuple, found)) == Counter(tuple(reversed(table)) for table in found)


@pytest.mark.parametrize("size", [4, 5])
def test_with_four_at_a_table_everybody_is_everybodys_partner_once(size: int) -> None:
    found = league_math.tables(list(range(size)), 4)
    partners = Counter(frozenset(table[seat::2]) for table in found for seat in (0, 1))
    assert len(partners) == size * (size - 1) // 2
    assert set(partners.values()) == {1}


def test_of_five_each_sits_in_each_seat_of_a_table_of_four_once() -> None:
    found = league_math.tables(list(range(5)), 4)
    assert {seat for table in found for seat in enumerate(table)} == {
        (seat, person) for seat in range(4) for person in range(5)
    }


def test_points_are_for_opponents_behind_and_ties() -> None:
    assert league_math.points([[0], [1], [2]], [1, 2, 2]) == {0: 4, 1: 1, 2: 1}
    assert league_math.points([[0, 2], [1, 3]], [2, 1]) == {0: 0, 2: 0, 1: 4, 3: 4}
    assert league_math.points([[0], [1]], [1, 1]) == {0: 1, 1: 1}


def test_one_goes_up_and_one_down_in_each_division() -> None:
    standing = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert league_math.after_season(standing) == [1, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11, 12]
    assert league_math.after_season([[1, 2, 3, 4]]) == [1, 2, 3, 4]
