"""Turning Tides in words.

Nobody's sex is assumed: others are called by their names, the reader "you".  Seat 0 sails the
silver ship, seat 1 the golden one.
"""

from games.telling.turning_tides.asking import asked, heading, label, place, seal_label
from games.telling.turning_tides.beside import aside, misses
from games.telling.turning_tides.lessons import lessons
from games.telling.turning_tides.plain import holding, standing
from games.telling.turning_tides.sentences import result, sentences
from games.telling.turning_tides.table import options, players, summary, title
from games.telling.turning_tides.weighing import consequences

SLUG = "turning-tides"
BOARD = "games/turning_tides/board.html"
ANSWER = "games/turning_tides/answer.html"

__all__ = [
    "ANSWER",
    "BOARD",
    "SLUG",
    "aside",
    "asked",
    "consequences",
    "heading",
    "holding",
    "label",
    "lessons",
    "misses",
    "options",
    "place",
    "players",
    "result",
    "seal_label",
    "sentences",
    "standing",
    "summary",
    "title",
]
