"""Rowboat in words.

Nobody's sex is assumed: others are called by their names, the reader "you".
"""

from games.telling.rowboat.asking import asked, heading, label, place, seal_label
from games.telling.rowboat.before_play import consequences
from games.telling.rowboat.beside import aside
from games.telling.rowboat.lessons import lessons
from games.telling.rowboat.plain import holding, standing
from games.telling.rowboat.scoring import result
from games.telling.rowboat.sentences import sentences
from games.telling.rowboat.table import misses, options, players, summary, talk, title

SLUG = "rowboat"
BOARD = "games/rowboat/board.html"
ANSWER = "games/rowboat/answer.html"

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
    "talk",
    "title",
]
