"""Boards: the template context of each game, from its module `board` or the plain one."""

from functools import cache

from django.http import QueryDict

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.web.boards import plain
from games.web.boards.base import Board, Unclear

BOARDS: Parts[Board] = Parts(GAMES, "board")


@cache
def board_of(slug: str) -> Board:
    """The board of a game; the plain one for games without their own."""
    return BOARDS.get(slug, plain)


def composed(sent: QueryDict, slug: str) -> str:
    """The answer in a submitted form of this ruleset; "" if none was chosen. Raises `Unclear`."""
    compose = getattr(board_of(slug), "compose", None) if slug in GAMES else None
    return str(compose(sent)) if compose else sent.get("bid", "")


__all__ = ["BOARDS", "Board", "Unclear", "board_of", "composed"]
