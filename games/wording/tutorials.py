"""Interactive tutorials: a few taps on the real pieces, one idea at a time.

A game with a tutorial has a module `tutorial`. No real game is played: the positions are set up by
hand, and every piece that can be tapped leads on or gives a hint.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.catalogue import GAMES
from games.catalogue.game_type import Parts


@dataclass(frozen=True)
class Step:
    """One step: the text, the position, and the piece to tap.

    `scene` is what the game's template draws; a piece that can be tapped is a mapping with the key
    `tap`, its name in the URL. `hints` explain wrong taps on particular pieces, `hint` on any
    other.
    """

    says: str
    asks: str
    tap: str
    scene: Mapping[str, Any]
    hint: str
    hints: Mapping[str, str] = field(default_factory=dict)


class Tutorial(Protocol):
    """The interface of a game's module `tutorial`: `steps` returns `TAPS` steps, `end` the closing
    text."""

    TAPS: int
    TEMPLATE: str
    SHEETS: Sequence[str]

    def steps(self) -> Sequence[Step]: ...

    def end(self) -> str: ...


TUTORIALS: Parts[Tutorial] = Parts(GAMES, "tutorial")
