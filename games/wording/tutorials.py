"""A game learned by doing: a few taps on the real pieces, one thing at a time.

Each game that has one brings a module `tutorial`.  Nothing of it is played for anybody: the
positions are set up by hand, and every piece that can be tapped leads on or says why not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.catalogue import GAMES
from games.catalogue.game_type import Parts


@dataclass(frozen=True)
class Step:
    """What is said, what lies there, and which piece leads on.

    `scene` is what the game's template draws; a piece of it that can be tapped is a mapping with
    a `tap`, its name in the address.  `hints` say of the other pieces why not; `hint` of the rest.
    """

    says: str
    asks: str
    tap: str
    scene: Mapping[str, Any]
    hint: str
    hints: Mapping[str, str] = field(default_factory=dict)


class Tutorial(Protocol):
    """The module `tutorial` of a game; `end` is said when it is over."""

    TAPS: int
    TEMPLATE: str
    SHEETS: Sequence[str]

    def steps(self) -> Sequence[Step]: ...

    def end(self) -> str: ...


TUTORIALS: Parts[Tutorial] = Parts(GAMES, "tutorial")
