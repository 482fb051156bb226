"""What was gathered for the viewer of a game (`games.selectors.gathering`), as it lies on it."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Bid, Game, Hand, Peek


@dataclass(frozen=True)
class Gathered:
    """What lies on a game; `seat`: whose own bid, peek and plan they are (None: nobody's)."""

    hand: Hand | None
    seat: int | None
    own: Bid | None = None
    peek: Peek | None = None
    votes: Sequence[tuple[str, int]] = ()  # wish and seat, by seat
    changed_hands: bool = False
    noted: bool = True  # whether this person wrote notes in this game, or may have


def gathered_at(game: Game) -> Gathered | None:
    """What was gathered for the viewer of this very object, if it was."""
    found: Gathered | None = vars(game).get("gathered")
    return found
