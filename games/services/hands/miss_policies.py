"""What is played for a seat that missed its hand: the seat's own choice."""

import secrets
from collections.abc import Sequence

from games.models import Seat


def choose(policy: str, ranked: Sequence[str]) -> str:
    """One of the legal bids, given from lowest to highest; the lower of two middles.

    Plans and bots were asked before; where a plan has no answer, it is the lowest.
    """
    if policy == Seat.Policy.HIGHEST:
        return ranked[-1]
    if policy == Seat.Policy.MEDIAN:
        return ranked[(len(ranked) - 1) // 2]
    if policy == Seat.Policy.RANDOM:
        return secrets.choice(ranked)
    return ranked[0]
