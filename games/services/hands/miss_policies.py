"""What is played for a seat that missed its hand, by the seat's own choice."""

import secrets
from collections.abc import Sequence

from games.models import Seat


def choose(policy: str, ranked: Sequence[str]) -> str:
    """One of the legal bids, ranked from lowest to highest; of two middle ones the lower.

    Plans and bots are asked before; where they have no answer, it is the lowest.
    """
    if policy == Seat.Policy.HIGHEST:
        return ranked[-1]
    if policy == Seat.Policy.MEDIAN:
        return ranked[(len(ranked) - 1) // 2]
    if policy == Seat.Policy.RANDOM:
        return secrets.choice(ranked)
    return ranked[0]
