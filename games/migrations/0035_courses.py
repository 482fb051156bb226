from typing import Any

from django.db import migrations

# What each game's course was drawn from when this was written: the phases of its hands, the keys
# of their tables, and whether of each stage the first such hand alone counts.
COURSES = {
    "turn-the-tide": (["bid"], ["stage", "hand", "phase", "seats"], False),
    "rowboat": (["moon", "exchange", "bid"], ["stage", "phase", "sides"], True),
    "turning-tides": (["choose"], ["round", "turn", "phase", "ships"], False),
}
KEEP = """
INSERT INTO games_course (game_id, last, points)
SELECT game.id, game.hand_number, coalesce(kept.points, '{}')
FROM games_game AS game LEFT JOIN (
    SELECT game_id, jsonb_object_agg(key, seen) AS points
    FROM (
        SELECT DISTINCT ON (hand.game_id, key) hand.game_id, key, (
            SELECT jsonb_object_agg(name, hand.table -> name) FROM unnest(%(keys)s::text[]) AS name
        ) AS seen
        FROM games_hand AS hand JOIN games_stage AS stage ON stage.id = hand.stage_id,
            LATERAL (
                SELECT CASE WHEN %(first)s THEN stage.number ELSE hand.number END AS key
            ) AS place
        WHERE hand.phase = ANY(%(phases)s)
        ORDER BY hand.game_id, key, hand.number
    ) AS point
    GROUP BY game_id
) AS kept ON kept.game_id = game.id
WHERE game.ruleset = %(ruleset)s AND game.started_at IS NOT NULL
ON CONFLICT DO NOTHING
"""


def keep(apps: Any, schema_editor: Any) -> None:
    """Of every game that has begun."""
    with schema_editor.connection.cursor() as cursor:
        for ruleset, (phases, keys, first) in COURSES.items():
            values = {"ruleset": ruleset, "phases": phases, "keys": keys, "first": first}
            cursor.execute(KEEP, values)


class Migration(migrations.Migration):
    dependencies = [("games", "0034_course")]

    operations = [migrations.RunPython(keep, migrations.RunPython.noop)]
