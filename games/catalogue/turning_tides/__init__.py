"""Turning Tides."""

from games.catalogue.game_type import GameType

GAME = GameType(__name__, "turning-tides", {2: (42, 1.5)})
