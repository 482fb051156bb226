"""What the templates of each game need to draw it: its module `board`, or the plain one."""

from functools import cache

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.web.boards import plain
from games.web.boards.base import Board, Unclear

BOARDS: Parts[Board] = Parts(GAMES, "board")


@cache
def board_of(slug: str) -> Board:
    """How this game is drawn; a game without drawings is told in lines."""
    return BOARDS.get(slug, plain)


__all__ = ["BOARDS", "Board", "Unclear", "board_of"]
