"""Who asks for something by mail, about which table and hand, and since when."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.models import Game, Hand


@dataclass(frozen=True)
class Asked:
    """`hand` is the one that the letter asked about; None if it asked about none."""

    user: User
    game: Game
    hand: Hand | None
    came_at: datetime
