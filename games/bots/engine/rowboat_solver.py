"""Rowboat: solves the last tricks of each world exactly, with best play by both sides.

All answers in all rows are played at once: each row is copied for each of its answers, and the
results are folded back by taking the best one for the side whose turn it was.
"""

from collections.abc import Callable

import numpy as np

from games.bots.engine.rowboat_course import Array, Legal, Rows


def solved(rows: Rows, side: int, worth: Callable[[Rows, Array], Array]) -> Array:
    """The worth of each row to this side, one of two.

    `worth` values finished rows; it also gets the index of the original row that each comes from.
    """
    return _solved(rows, np.arange(len(rows.leader)), side, worth)


def _solved(rows: Rows, origin: Array, side: int, worth: Callable[[Rows, Array], Array]) -> Array:
    if rows.over:
        return worth(rows, origin)
    seat = rows.turn()
    legal = rows.legal(seat)
    answers = np.concatenate([legal.places, legal.boat[:, None]], axis=1)
    answers[~answers.any(1), 0] = (
        True  # an impossible world has no legal answer; play on regardless
    )
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
