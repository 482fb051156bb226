"""Turning Tides' wording.

Texts assume nobody's gender: others are called by name, the reader "you". Seat 0 sails the silver
ship, seat 1 the golden one.
"""

from games.catalogue.turning_tides.wording.asides import aside, misses
from games.catalogue.turning_tides.wording.asking import (
    answers_form,
    asked,
    heading,
    label,
    place,
    seal_label,
    stage_over,
)
from games.catalogue.turning_tides.wording.barring import why_not
from games.catalogue.turning_tides.wording.lessons import lessons
from games.catalogue.turning_tides.wording.plain import holding, standing
from games.catalogue.turning_tides.wording.sentences import result, sentences
from games.catalogue.turning_tides.wording.table import options, players, summary, title
from games.catalogue.turning_tides.wording.weighing import consequences

SLUG = "turning-tides"
BOARD = "games/turning_tides/board.html"
ANSWER = "games/turning_tides/answer.html"

__all__ = [
    "ANSWER",
    "BOARD",
    "SLUG",
    "answers_form",
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
    "title",
    "why_not",
]
