"""What the templates of each game need to draw it; one module a ruleset, or the plain one."""

from games.web.boards import plain, rowboat, turn_the_tide, turning_tides
from games.web.boards.base import Board, Unclear

BOARDS: dict[str, Board] = {
    turn_the_tide.SLUG: turn_the_tide,
    rowboat.SLUG: rowboat,
    turning_tides.SLUG: turning_tides,
}


def board_of(slug: str) -> Board:
    """How this game is drawn; a game without drawings is told in lines."""
    return BOARDS.get(slug, plain)


__all__ = ["BOARDS", "Board", "Unclear", "board_of"]
