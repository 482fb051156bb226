"""The rules of Turning Tides as a page, with a position from the rulebook drawn as on the board."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides.board.holds import levels
from games.catalogue.turning_tides.board.sea import drawn_sea
from games.catalogue.turning_tides.shapes import Observation
from games.drawing.board_cards import SHIP_WORDS
from games.wording.base import Seating

TEMPLATE = "games/turning_tides/rules.html"
SIXTH_STEP = 6  # EX-TD-10 of the rules: silver's zone 4 faces gold's captain


def summary() -> str:
    return _(
        "Two ships of seven zones each pass one another, one zone further with every "
        "turn. Both captains choose a card in secret: bring out sailors and cannons, move "
        "them, steer, swing across on a rope, or fire. When the ships have passed they "
        "turn about: every cannon that faced the enemy now faces away, and the others "
        "face the enemy."
    )


def context() -> dict[str, Any]:
    table = _first_meeting()
    seating = Seating(names=(_("Silver"), _("Gold")))
    return {
        "cards": list(SHIP_WORDS),
        "levels": levels(table),
        "sea": drawn_sea(table, seating),
    }


def _first_meeting() -> Observation:
    """A spectator's view of the initial ships at the sixth step of the first round."""
    state = rules.start(2, {})
    while (items := rules.shuffle_needed(state)) is not None:
        state = rules.shuffled(state, items)
    return {**rules.observation(state, None), "offset": SIXTH_STEP}
