"""The parts of every game keep to the protocols by which pages and letters use them: mypy compares
the modules below, and the test sees that no game is missing.
"""

from games.catalogue import GAMES
from games.catalogue.rowboat import board as board_of_rowboat
from games.catalogue.rowboat import wording as wording_of_rowboat
from games.catalogue.turn_the_tide import board as board_of_turn_the_tide
from games.catalogue.turn_the_tide import wording as wording_of_turn_the_tide
from games.catalogue.turning_tides import board as board_of_turning_tides
from games.catalogue.turning_tides import wording as wording_of_turning_tides
from games.rules.registry import RULESETS
from games.web.boards.base import Board
from games.wording.base import Wording
from tests.names import NAMES

BOARDS: list[Board] = [board_of_turn_the_tide, board_of_rowboat, board_of_turning_tides]
WORDINGS: list[Wording] = [wording_of_turn_the_tide, wording_of_rowboat, wording_of_turning_tides]


def test_no_game_is_missing() -> None:
    boards = {game.part("board") for game in GAMES.values()} - {None}  # not every game is drawn
    wordings = {game.part("wording") for game in GAMES.values()}
    assert boards == set(BOARDS), "BOARDS above lacks one"
    assert wordings == set(WORDINGS), "WORDINGS above lacks one"


def test_there_is_a_name_for_every_seat() -> None:
    most = max(max(rules.SEATS) for rules in RULESETS.values())
    assert len(NAMES) >= most, "Add to NAMES in tests/names.py"
