"""All games, one package each. Everything that lists games uses this list."""

from games.catalogue import rowboat, turn_the_tide, turning_tides
from games.catalogue.game_type import GameType

GAMES: dict[str, GameType] = {
    package.GAME.slug: package.GAME for package in (turn_the_tide, rowboat, turning_tides)
}
DEFAULT = next(iter(GAMES))  # the slug of the game that a new table has unless somebody chooses
