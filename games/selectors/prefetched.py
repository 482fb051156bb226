"""The prefetched data that `games.selectors.prefetch` attaches to a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Bid, Game, Hand, Peek


@dataclass(frozen=True)
class Gathered:
    """Prefetched data; bid, peek and plan are those of `seat` (None for a spectator)."""

    hand: Hand | None
    seat: int | None
    own: Bid | None = None
    peek: Peek | None = None
    votes: Sequence[tuple[str, int]] = ()  # wish and seat, by seat
    changed_hands: bool = False
    noted: bool = True  # False if this person certainly has no notes on this game


def gathered_at(game: Game) -> Gathered | None:
    """The data attached to this object, if any."""
    found: Gathered | None = vars(game).get("gathered")
    return found
