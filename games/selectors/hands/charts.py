"""The spectator's observations at the opening of each hand, for the charts of a game."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import Min

from games.models import Game

KEPT = "SELECT points::text FROM games_course WHERE game_id = %s AND last = %s"
KEPT_AS_TEXT = 128  # parsed courses in the cache


def tables_along(
    game: Game, phases: Sequence[str], every: str, keys: Sequence[str]
) -> list[dict[str, Any]]:
    """These keys of the table at the opening of each hand of these phases, and of the final table.

    `every` is "hand", or "stage" for only the first such hand of each stage.
    """
    kept = points_of(game)
    tables = list(points_in(kept)) if kept else _tables(game, phases, every, keys)
    if game.state == Game.State.OVER and game.table:
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


def _tables(
    game: Game, phases: Sequence[str], every: str, keys: Sequence[str]
) -> list[dict[str, Any]]:
    """The spectator's table at each hand, read from the hands themselves."""
    hands = game.hands.filter(phase__in=phases, table__isnull=False)
    if every == "stage":
        firsts = hands.order_by().values("stage").annotate(first=Min("number"))
        hands = hands.filter(number__in=firsts.values("first"))
    named = [f"table__{key}" for key in keys]
    rows = hands.order_by("number").values_list(*named)
    return [dict(zip(keys, row, strict=True)) for row in rows]
