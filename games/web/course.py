"""The course of a game so far, for its page: what everybody may see of it."""

from games.models import Game
from games.selectors.courses import tables_along
from games.telling import Circle
from games.telling.courses import COURSES, Chart

FEWEST = 2  # points in time that make a course


def charts(game: Game, circle: Circle) -> list[Chart]:
    """Its pictures; none of a game that has none, or that has only begun."""
    told = COURSES.get(game.ruleset)
    if told is None or game.started_at is None:
        return []
    tables = tables_along(game, told.PHASES, told.EVERY, told.KEYS)
    return told.charts(tables, circle) if len(tables) >= FEWEST else []
