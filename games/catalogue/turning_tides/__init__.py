"""Turning Tides."""

from games.catalogue.game_type import GameType

# Gold wins more than half of the games between equally strong players (docs/bots.md, "Seats").
GAME = GameType(__name__, "turning-tides", {2: (42, 1.5)}, leads={2: (0.0, 2.0)})
