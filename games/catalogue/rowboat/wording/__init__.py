"""Rowboat's wording.

Texts assume nobody's gender: others are called by name, the reader "you".
"""

from games.catalogue.rowboat.wording.asides import aside
from games.catalogue.rowboat.wording.asking import (
    asked,
    heading,
    label,
    place,
    seal_label,
    stage_over,
)
from games.catalogue.rowboat.wording.barring import why_not
from games.catalogue.rowboat.wording.before_play import consequences
from games.catalogue.rowboat.wording.lessons import lessons
from games.catalogue.rowboat.wording.plain import holding, standing
from games.catalogue.rowboat.wording.scoring import result
from games.catalogue.rowboat.wording.sentences import sentences
from games.catalogue.rowboat.wording.table import misses, options, players, summary, talk, title

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
    "stage_over",
    "standing",
    "summary",
    "talk",
    "title",
    "why_not",
]
