"""The spectator's observations at the opening of each hand, for the charts of a game."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import connection

from games.models import Game

KEPT = "SELECT points::text FROM games_course WHERE game_id = %s AND last = %s"
# As points, like those that are kept: by number of the hand, these keys of its table.
ALONG = """
SELECT coalesce(
    (SELECT points::text FROM games_course WHERE game_id = %(game)s AND last = %(last)s),
    (
        SELECT jsonb_object_agg(number, (
            SELECT jsonb_object_agg(key, "table" -> key) FROM unnest(%(keys)s::text[]) AS key
        ))::text
        FROM games_hand
        WHERE game_id = %(game)s AND phase = ANY(%(phases)s) AND "table" IS NOT NULL
            AND (%(each)s OR number IN (
                SELECT min(number) FROM games_hand
                WHERE game_id = %(game)s AND phase = ANY(%(phases)s) AND "table" IS NOT NULL
                GROUP BY stage_id
            ))
    ),
    '{}'
)
"""
KEPT_AS_TEXT = 128  # parsed courses in the cache


def tables_along(
    game: Game, phases: Sequence[str], every: str, keys: Sequence[str]
) -> list[dict[str, Any]]:
    """These keys of the table at the opening of each hand of these phases, and of the final table.

    `every` is "hand", or "stage" for only the first such hand of each stage.
    """
    asked: dict[str, Any] = {
        "game": game.pk,
        "last": game.hand_number,
        "phases": list(phases),
        "keys": list(keys),
        "each": every != "stage",
    }
    with connection.cursor() as cursor:
        cursor.execute(ALONG, asked)
        (points,) = cursor.fetchone()
    tables = list(points_in(points))
    if game.table and game.table["phase"] == "over":  # not if moderators ended it in a stage
        tables.append({key: game.table.get(key) for key in keys})
    return tables


def points_of(game: Game) -> str:
    """The points stored with the game, as JSON; empty if they aren't up to date."""
    with connection.cursor() as cursor:
        cursor.execute(KEPT, [game.pk, game.hand_number])
        found = cursor.fetchone()
    return found[0] if found else ""


@lru_cache(maxsize=KEPT_AS_TEXT)
def points_in(points: str) -> tuple[dict[str, Any], ...]:
    """The tables in these points, in order."""
    found: dict[str, dict[str, Any]] = json.loads(points)
    return tuple(found[number] for number in sorted(found, key=int))
