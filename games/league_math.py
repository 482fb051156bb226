"""The arithmetic of leagues: who plays in which division, at which tables, for how many points.

Pure: people are numbers. A league is a ladder of divisions of four or five; when a season ends,
the best of each goes up and the last goes down.
"""

from collections.abc import Sequence
from itertools import combinations

BEATEN, TIED = 2, 1  # points for each opponent


def most_that_fit(count: int, least: int, most: int) -> int:
    """How many of these people can play if every division has between `least` and `most`."""
    return next((n for n in range(count, least - 1, -1) if -(-n // most) <= n // least), 0)


def divisions(ranked: Sequence[int], least: int, most: int) -> list[list[int]]:
    """The people, best first, in divisions of nearly equal size, larger ones on top."""
    count = -(-len(ranked) // most)
    if not count or len(ranked) // count < least:
        return []
    size, larger = divmod(len(ranked), count)
    found, start = [], 0
    for place in range(count):
        end = start + size + (place < larger)
        found.append(list(ranked[start:end]))
        start = end
    return found


def tables(division: Sequence[int], seats: int, *, even: bool = True) -> list[list[int]]:
    """All tables of a division: each combination of that many players once. A table for the whole
    division is played twice, and so is one with two unequal seats, with the seats swapped.

    The first seat rotates from table to table. Four at a table may play in teams, so everybody is
    the partner of each other once.
    """
    if seats == 2 and not even:
        pairs = combinations(division, 2)
        return [list(table) for pair in pairs for table in (pair, reversed(pair))]
    if (seats, len(division)) == (4, 5):
        return [[division[(n + step) % 5] for step in (1, 2, 4, 3)] for n in range(5)]
    if seats < len(division):
        return [_turned(list(table), n) for n, table in enumerate(combinations(division, seats))]
    if seats == 4:
        first, second, third, fourth = division
        return [
            [first, second, third, fourth],
            [second, third, first, fourth],
            [third, first, second, fourth],
        ]
    return [list(division), list(reversed(division))]


def _turned(table: list[int], by: int) -> list[int]:
    by %= len(table)
    return table[by:] + table[:by]


def points(teams: Sequence[Sequence[int]], places: Sequence[int]) -> dict[int, int]:
    """The points of a game: for each opponent placed lower, and half of that for each one tied."""
    found: dict[int, int] = {}
    for team, place in zip(teams, places, strict=True):
        won = sum(
            len(other) * (BEATEN if theirs > place else TIED if theirs == place else 0)
            for other, theirs in zip(teams, places, strict=True)
            if other is not team
        )
        found |= dict.fromkeys(team, won)
    return found


def after_season(standing: Sequence[Sequence[int]]) -> list[int]:
    """The ladder after a season, from each division's people, best first: one up, one down."""
    ladder = [list(division) for division in standing]
    for upper, lower in zip(range(len(ladder)), range(1, len(ladder)), strict=False):
        if ladder[upper] and ladder[lower]:
            ladder[upper][-1], ladder[lower][0] = ladder[lower][0], ladder[upper][-1]
    return [person for division in ladder for person in division]
