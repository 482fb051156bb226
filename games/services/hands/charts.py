"""The chart of a game's course (`games.models.Course`), extended as each hand opens."""

import json
from typing import Any

from django.db import connection

from games.models import Game, Hand
from games.wording.charts import COURSES, Course

ANEW = """
INSERT INTO games_course (game_id, last, points)
SELECT %(game)s, %(number)s, coalesce(jsonb_object_agg(point.key, point.seen), '{}')
FROM (
    SELECT DISTINCT ON (key) key, (
        SELECT jsonb_object_agg(name, hand.table -> name) FROM unnest(%(keys)s::text[]) AS name
    ) AS seen
    FROM games_hand AS hand JOIN games_stage AS stage ON stage.id = hand.stage_id,
        LATERAL (SELECT CASE WHEN %(first)s THEN stage.number ELSE hand.number END AS key) AS kept
    WHERE hand.game_id = %(game)s AND hand.number <= %(number)s AND hand.phase = ANY(%(phases)s)
    ORDER BY key, hand.number
) AS point
ON CONFLICT (game_id) DO UPDATE SET last = excluded.last, points = excluded.points
"""


def point_at(game: Game, hand: Hand) -> dict[str, Any]:
    """The point of the chart for a hand that opens, as parameters of the statement that opens it.

    An empty `point` (a hand of a phase without one) only moves the course's last hand on. `first`:
    an earlier point of the same stage stays.
    """
    course = COURSES.get(game.ruleset)
    if course is None:
        return {"first": False, "point": "{}"}
    return {"first": course.EVERY == "stage", "point": json.dumps(_point(course, hand))}


def keep_anew(game: Game, hand: Hand) -> None:
    """Rebuilds the chart from all hands: for a game older than charts, or after hands were taken
    back."""
    course = COURSES.get(game.ruleset)
    if course is None:
        return
    values: dict[str, Any] = {
        "game": game.pk,
        "number": hand.number,
        "first": course.EVERY == "stage",
        "keys": list(course.KEYS),
        "phases": list(course.PHASES),
    }
    with connection.cursor() as cursor:
        cursor.execute(ANEW, values)


def _point(course: Course, hand: Hand) -> dict[str, Any]:
    """The point by its key (stage or hand number); empty for a phase that has none."""
    if hand.phase not in course.PHASES:
        return {}
    number = hand.stage.number if course.EVERY == "stage" else hand.number
    return {str(number): {key: hand.table.get(key) for key in course.KEYS}}
