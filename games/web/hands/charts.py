"""Charts of a running game so far, from what everybody may see."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.models import Game
from games.selectors.hands.charts import points_in, points_of, tables_along
from games.wording import Seating
from games.wording.charts import COURSES, Chart

MIN_POINTS = 2  # points that make a chart
KEPT_DRAWN = 64  # cached charts with their tables, about 20 KB each
PART = "games/parts/course.html"


def charts(game: Game, seating: Seating) -> list[Chart]:
    """The charts of a game; empty if its ruleset has none or it has only just begun."""
    told = COURSES.get(game.ruleset)
    if told is None or game.started_at is None:
        return []
    tables = tables_along(game, told.PHASES, told.EVERY, told.KEYS)
    return told.charts(tables, seating) if len(tables) >= MIN_POINTS else []


def so_far(game: Game, seating: Seating) -> SafeString:
    """The charts as a part of the game's page.

    They change once a hand and are viewed often, so they are cached by points and reader.
    """
    points = points_of(game)
    if not points:
        return _part(tuple(charts(game, seating)))
    return _drawn(game.ruleset, points, tuple(seating.names), seating.reader, get_language())


@lru_cache(maxsize=KEPT_DRAWN)
def _drawn(
    ruleset: str, points: str, names: tuple[str, ...], reader: int | None, language: str | None
) -> SafeString:
    told = COURSES[ruleset]
    tables = points_in(points)
    drawn = told.charts(tables, Seating(list(names), reader)) if len(tables) >= MIN_POINTS else []
    return _part(tuple(drawn))


def _part(found: tuple[Chart, ...]) -> SafeString:
    html = render_to_string(PART, {"course": found, "so_far": True})
    return mark_safe(html)  # noqa: S308
