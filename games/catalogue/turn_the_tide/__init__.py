"""Turn the Tide, also known as Land unter."""

from games.catalogue.game_type import GameType

GAME = GameType(__name__, "turn-the-tide")
