"""The rules pages, with positions from the rulebooks drawn as on the boards."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.rowboat.board.tide import tide
from games.catalogue.turning_tides.board.holds import levels
from games.catalogue.turning_tides.board.sea import drawn_sea
from games.drawing.board_cards import SHIP_WORDS
from games.rules.registry import RULESETS
from games.wording.base import Seating
from tideweb.pages import HousePage

BOAT_CARDS = ("Ao", "7w", "9s", "Dm", "Mo", "Sw", "Ws")
TIDE_OF_EIGHT = ("3m", "7w", "Ms", "Ss", "8w", "5m", "3w", "8o")  # EX-RB-01 of the rules
SIXTH_STEP = 6  # EX-TD-10 of the rules: silver's zone 4 faces gold's captain


class RowboatRules(HousePage):
    """`/rules/rowboat/`."""

    template_name = "house/rowboat.html"
    nav = "rules"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        table = {"phase": "play", "trick": 0, "history": [], "tide": list(TIDE_OF_EIGHT)}
        row = tide(table, Seating(names=("", "")))
        return super().get_context_data(**kwargs, shown=BOAT_CARDS, tide=row)


class TurningTidesRules(HousePage):
    """`/rules/turning-tides/`."""

    template_name = "house/turning_tides.html"
    nav = "rules"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        seating, table = Seating(names=(_("Silver"), _("Gold"))), _first_meeting()
        return super().get_context_data(
            **kwargs,
            cards=list(SHIP_WORDS),
            levels=levels(table),
            sea=drawn_sea(table, seating),
        )


def _first_meeting() -> dict[str, Any]:
    """A spectator's view of the initial ships at the sixth step of the first round."""
    rules = RULESETS["turning-tides"]
    state = rules.start(2, {})
    while (items := rules.shuffle_needed(state)) is not None:
        state = rules.shuffled(state, items)
    return {**rules.observation(state, None), "offset": SIXTH_STEP}
