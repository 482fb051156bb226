"""Reconstructs what a compacted game no longer stores, by replaying its record."""

import json
from typing import Any

from games import game_secrets
from games.models import Game
from games.rules.records import Aside, Replay

Table = dict[str, Any]


def tables_in(game: Game, played: Replay) -> dict[int, Table]:
    """The spectator's observation at the opening of each hand, by number, in JSON types."""
    found: dict[int, Table] = {}
    opened = None
    for moment in played.moments:
        opened = opened or moment.before
        if not isinstance(moment.answer, Aside):
            seen = game_secrets.seen(game, opened, None)
            found[moment.number] = json.loads(json.dumps(seen))
            opened = None
    return found
