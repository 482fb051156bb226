"""Rowboat's board: the Tide, the trick, the sides and the score sheet."""

from games.catalogue.rowboat.board.answering import answer
from games.catalogue.rowboat.board.page import board, brief, knows
from games.catalogue.rowboat.board.seats import scores
from games.catalogue.rowboat.board.showing import costs, idle, open_hands, revealed

SHEETS: tuple[str, ...] = (
    "tideweb/css/boards.css",
    "tideweb/css/rowboat.css",
    "tideweb/css/rowboat-tide.css",
    "tideweb/css/rowboat-table.css",
)
PAGE = "games/rowboat/running.html"
ANSWERED = "games/rowboat/revealed.html"
KNOWS = "games/rowboat/knows.html"
SCORES = "games/rowboat/scores.html"
BRIEF = "games/rowboat/brief.html"
OPEN_HANDS = "games/rowboat/open_hands.html"
PEEKED = "games/rowboat/peeked.html"  # the cards that a Lighthouse shows

__all__ = [
    "ANSWERED",
    "BRIEF",
    "KNOWS",
    "OPEN_HANDS",
    "PAGE",
    "PEEKED",
    "SCORES",
    "SHEETS",
    "answer",
    "board",
    "brief",
    "costs",
    "idle",
    "knows",
    "open_hands",
    "revealed",
    "scores",
]
