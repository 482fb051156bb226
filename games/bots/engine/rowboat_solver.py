"""Rowboat: the last tricks of each world exactly, with the best play of both sides.

All answers of all rows are played on at once: a row becomes as many as there are answers, and
what they come to is folded back, the best for whoever was to play.
"""

from collections.abc import Callable

import numpy as np

from games.bots.engine.rowboat_course import Array, Legal, Rows


def solved(rows: Rows, side: int, worth: Callable[[Rows, Array], Array]) -> Array:
    """What each row is worth to this side, of two; `worth` judges rows at their end.

    It is told as well of which row each of them comes.
    """
    return _solved(rows, np.arange(len(rows.leader)), side, worth)


def _solved(rows: Rows, origin: Array, side: int, worth: Callable[[Rows, Array], Array]) -> Array:
    if rows.over:
        return worth(rows, origin)
    seat = rows.turn()
    legal = rows.legal(seat)
    answers = np.concatenate([legal.places, legal.boat[:, None]], axis=1)
    answers[~answers.any(1), 0] = True  # a world in which nothing fits is played on anyhow
    row, place = np.nonzero(answers)
    after = rows.taken(row)
    rowing = place == legal.places.shape[1]
    after.play(seat[row], _taken(legal, row), place, rowing)
    found = _solved(after, origin[row], side, worth)
    starts = np.searchsorted(row, np.arange(len(answers)))
    ours = rows.side_of[seat] == side
    best, worst = np.maximum.reduceat(found, starts), np.minimum.reduceat(found, starts)
    return np.where(ours, best, worst)


def _taken(legal: Legal, row: Array) -> Legal:
    return Legal(legal.cards[row], legal.places[row], legal.boat[row], legal.saved[row])
