"""The rules of Rowboat as a page, with a tide from the rulebook drawn as on the board."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.rowboat.board.tide import tide
from games.rules.base import Observation
from games.wording.base import Seating

TEMPLATE = "games/rowboat/rules.html"
CARDS = ("Ao", "7w", "9s", "Dm", "Mo", "Sw", "Ws")
TIDE_OF_EIGHT = ("3m", "7w", "Ms", "Ss", "8w", "5m", "3w", "8o")  # EX-RB-01 of the rules


def summary() -> str:
    return _(
        "A row of four to twelve cards, the Tide, is laid out for all to see, and each of "
        "them rules one trick: its suit is trump there, and the card of the same value "
        "in the suit of the same colour, the Knob, is stronger still. You say beforehand "
        "how many tricks you will take. Three special cards, each usable once, can turn "
        "the game: the Rowboat, the Moon and the Lighthouse."
    )


def context() -> dict[str, Any]:
    table: Observation = {"phase": "play", "trick": 0, "history": [], "tide": list(TIDE_OF_EIGHT)}
    return {"shown": CARDS, "tide": tide(table, Seating(names=("", "")))}
