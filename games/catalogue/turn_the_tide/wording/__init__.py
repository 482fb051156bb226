"""Turn the Tide's wording.

Texts assume nobody's gender: others are called by name, the reader "you".
"""

from games.catalogue.turn_the_tide.wording.asking import asked, heading, label, place, seal_label
from games.catalogue.turn_the_tide.wording.lessons import lessons
from games.catalogue.turn_the_tide.wording.plain import holding, standing
from games.catalogue.turn_the_tide.wording.sentences import result, sentences
from games.catalogue.turn_the_tide.wording.table import (
    aside,
    misses,
    options,
    players,
    summary,
    title,
)
from games.catalogue.turn_the_tide.wording.weighing import consequences

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
