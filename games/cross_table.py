"""Who wins how often against whom, with 95 % intervals. Pure.

A game of several players counts once for each pair of opponents in it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

Z = 1.96  # standard errors to either side of the mean, for 95 %


@dataclass(frozen=True)
class PlayerResult:
    """How a game ended for a player.

    `side`: those who win together; `place`: from 1; `missed`: whether they missed a hand or handed
    over their seat, which loses against everybody who did not.
    """

    player: str
    side: int
    place: int
    missed: bool = False


@dataclass(frozen=True)
class Share:
    """The mean share of wins, from 0 to 1, with the ends of its interval and the number
    of games."""

    mean: float
    low: float
    high: float
    games: int


def share(won: Sequence[float]) -> Share:
    """Of one game or more, each 1, 1/2 or 0: the score interval of Wilson (1927), which holds for
    few games as well, and is too wide rather than too narrow where games were drawn.

    >>> share([1, 1, 0.5, 1])
    Share(mean=0.875, low=0.405, high=0.986, games=4)
    """
    count, mean = len(won), sum(won) / len(won)
    middle = mean + Z * Z / (2 * count)
    reach = Z * sqrt(mean * (1 - mean) / count + Z * Z / (4 * count * count))
    low, high = ((middle + side) / (1 + Z * Z / count) for side in (-reach, reach))
    return Share(mean, round(max(low, 0.0), 3), round(min(high, 1.0), 3), count)


@dataclass(frozen=True)
class Row:
    """One player: against everybody, and against each opponent they have met."""

    player: str
    total: Share
    against: Mapping[str, Share]


def rows(games: Iterable[Sequence[PlayerResult]]) -> list[Row]:
    """The cross table of these games, best share first."""
    won: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for standings in games:
        for one, other in combinations(standings, 2):
            mine = _won(one, other)
            if mine is not None:
                won[one.player][other.player].append(mine)
                won[other.player][one.player].append(1 - mine)
    found = [_row(player, against) for player, against in won.items()]
    return sorted(found, key=lambda row: (-row.total.mean, -row.total.games, row.player))


def _won(one: PlayerResult, other: PlayerResult) -> float | None:
    """What the first won against the second; None if they were not opponents."""
    if one.player == other.player or one.side == other.side or (one.missed and other.missed):
        return None
    if one.missed or other.missed:
        return float(other.missed)
    return 0.5 if one.place == other.place else float(one.place < other.place)


def _row(player: str, against: Mapping[str, Sequence[float]]) -> Row:
    every = [each for games in against.values() for each in games]
    return Row(player, share(every), {other: share(games) for other, games in against.items()})
