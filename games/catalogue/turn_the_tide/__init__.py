"""Turn the Tide, also known as Land unter."""

from games.catalogue.game_type import GameType

GAME = GameType(__name__, "turn-the-tide", search_seconds={3: 0.05, 4: 0.10, 5: 0.20})
