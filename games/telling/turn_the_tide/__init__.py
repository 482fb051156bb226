"""Turn the Tide in words.

Nobody's sex is assumed: others are called by their names, the reader "you".
"""

from games.telling.turn_the_tide.asking import asked, heading, label, place, seal_label
from games.telling.turn_the_tide.lessons import lessons
from games.telling.turn_the_tide.plain import holding, standing
from games.telling.turn_the_tide.sentences import result, sentences
from games.telling.turn_the_tide.table import aside, misses, options, players, summary, title
from games.telling.turn_the_tide.weighing import consequences

SLUG = "turn-the-tide"
BOARD = "games/turn_the_tide/board.html"
ANSWER = "games/turn_the_tide/answer.html"

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
