"""Exports records of finished games one by one: `records/2026/11/abcdefghjkmn.json`.

The position is stored there too, so each is exported once, and an interrupted run is continued the
next time. Records of closed tables follow when those are opened.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from accounts import rows
from accounts.operation.commit_horizon import horizon
from accounts.security.cursors import restores
from tideweb.object_storage import Storage, StorageError

POSITION = "records/position.json"
PAGE_SIZE = 50
NEXT = """
    SELECT coalesce(record.written_in, 0), record.game_id, game.code,
        to_char(coalesce(game.ended_at, game.created_at) AT TIME ZONE 'UTC', 'YYYY/MM'),
        record.data::text
    FROM games_record AS record JOIN games_game AS game ON game.id = record.game_id
    WHERE NOT game.closed AND coalesce(record.written_in, 0) < %(horizon)s
        AND (coalesce(record.written_in, 0), record.game_id) > (%(xact)s, %(game)s)
    ORDER BY coalesce(record.written_in, 0), record.game_id LIMIT %(most)s
"""


class Position(NamedTuple):
    """The last exported record: transaction id, and game id within it; and the last restore of the
    database, since ids are given again after one."""

    xact: int
    game: int
    restored: int = 0


BEGINNING = Position(-1, 0)


def put_all(store: Storage, *, anew: bool) -> Iterator[int]:
    """Exports new records (with `anew` all); yields the number per page. Raises `StorageError`."""
    position, end = BEGINNING if anew else position_in(store), horizon()
    while page := rows.fetch(NEXT, {**position._asdict(), "horizon": end, "most": PAGE_SIZE}):
        for _xact, _game, code, month, data in page:
            store.put(f"records/{month}/{code}.json", f"{data}\n".encode())
        position = Position(page[-1][0], page[-1][1], restores())
        store.put(POSITION, json.dumps(position._asdict()).encode())
        yield len(page)


def position_in(store: Storage) -> Position:
    """The stored position. Raises `StorageError` if it is invalid or ahead of the database."""
    stored = store.get(POSITION)
    if stored is None:
        return BEGINNING
    try:
        found = Position(**{name: int(value) for name, value in json.loads(stored).items()})
    except (ValueError, TypeError, AttributeError):
        raise StorageError(
            f"{POSITION} there is damaged; nothing was written. Use --anew."
        ) from None
    if found.xact > horizon() or found.restored != restores():
        raise StorageError(
            f"{POSITION} there is of another database, or of one before it was restored; nothing "
            "was written. Use --anew."
        )
    return found
