"""What a spectator saw as the hands of a game opened, from which its course is drawn."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Min

from games.models import Game


def tables_along(
    game: Game, phases: Sequence[str], every: str, keys: Sequence[str]
) -> list[dict[str, Any]]:
    """These keys of the table as each hand of these phases opened; at the end, as it lies.

    `every` is "hand", or "stage" for the first such hand of each stage.
    """
    hands = game.hands.filter(phase__in=phases, table__isnull=False)
    if every == "stage":
        firsts = hands.order_by().values("stage").annotate(first=Min("number"))
        hands = hands.filter(number__in=firsts.values("first"))
    named = [f"table__{key}" for key in keys]
    rows = hands.order_by("number").values_list(*named)
    tables = [dict(zip(keys, row, strict=True)) for row in rows]
    if game.state == Game.State.OVER and game.table:
        tables.append({key: game.table.get(key) for key in keys})
    return tables
