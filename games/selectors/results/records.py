"""Streams the records of all finished games that a viewer may see.

They come in the order in which they became visible, so resuming from a position misses none; closed
tables follow when all tables with their deals are over. They are read in small pages, so that only
a few are in memory at a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from accounts import rows
from accounts.models import User
from accounts.operation.commit_horizon import horizon
from accounts.security import cursors
from games.selectors.access import Viewer

PAGE_SIZE = 50  # records, of about ten thousand bytes each
WHOSE = 0  # cursors aren't bound to a person: access is checked whenever they are used
PLACE = "(coalesce(record.written_in, 0), record.game_id)"
FOUND = f"""
    FROM games_record AS record
    JOIN games_game AS game ON game.id = record.game_id
    WHERE game.state = 'over' AND NOT game.closed
        AND (game.visibility = 'public' OR EXISTS (
            SELECT FROM games_seat AS own
            WHERE own.game_id = game.id AND own.user_id = %(viewer)s
        ))
        AND {PLACE} > (%(xact)s, %(game)s) AND coalesce(record.written_in, 0) < %(horizon)s
        AND (%(ruleset)s = '' OR game.ruleset = %(ruleset)s)
        AND (%(since)s::timestamptz IS NULL OR game.ended_at >= %(since)s)
        AND (%(until)s::timestamptz IS NULL OR game.ended_at < %(until)s)
        AND (%(rated)s::boolean IS NULL OR game.rated = %(rated)s)
        AND (%(player)s::bigint IS NULL OR EXISTS (
            SELECT FROM games_seat AS seat
            WHERE seat.game_id = game.id AND seat.user_id = %(player)s
        ))
"""  # noqa: S608 (columns of our own)
ORDERED = "ORDER BY coalesce(record.written_in, 0), record.game_id"
SELECTED = "SELECT coalesce(record.written_in, 0), record.game_id"
RECORDS = f"{SELECTED}, record.data::text {FOUND} AND {PLACE} <= (%(last)s, %(end)s) {ORDERED} LIMIT %(most)s"  # noqa: E501
LAST = f"{SELECTED} {FOUND} {ORDERED} OFFSET %(skip)s LIMIT 1"
OF_GAME = f"{SELECTED} {FOUND} AND game.code = %(code)s"


class Cursor(NamedTuple):
    """A position: transaction id, and game id within it."""

    xact: int
    game: int


BEGINNING = Cursor(-1, 0)


@dataclass(frozen=True)
class RecordsWanted:
    """Filters; None and "" mean all. `since` and `until` refer to the end of the game."""

    ruleset: str = ""
    since: datetime | None = None
    until: datetime | None = None
    rated: bool | None = None
    player: User | None = None


@dataclass(frozen=True)
class Found:
    """A batch of records, read lazily; `end` is the position after the last of them."""

    values: dict[str, Any]
    end: Cursor

    def lines(self) -> Iterator[str]:
        """Each record as one line of JSON, without a newline."""
        cursor = Cursor(self.values["xact"], self.values["game"])
        more = {"last": self.end.xact, "end": self.end.game, "most": PAGE_SIZE}
        while page := rows.fetch(RECORDS, {**self.values, **cursor._asdict(), **more}):
            yield from (record for _xact, _game, record in page)
            cursor = Cursor(*page[-1][:2])


def records_behind(viewer: Viewer, wanted: RecordsWanted, cursor: Cursor, limit: int) -> Found:
    """At most `limit` records after a position; the records themselves aren't read yet."""
    values = {**_values(viewer, wanted), **cursor._asdict()}
    last = rows.fetch(LAST, {**values, "skip": limit - 1})
    # With fewer than `limit`, everything up to the horizon has been seen.
    end = Cursor(*last[0]) if last else Cursor(values["horizon"], 0)
    return Found(values, end)


def cursor_of(viewer: Viewer, code: str) -> Cursor | None:
    """The position of this game's record, if the viewer may see it."""
    found = rows.fetch(
        OF_GAME,
        {**_values(viewer, RecordsWanted()), **BEGINNING._asdict(), "code": code},
    )
    return Cursor(*found[0]) if found else None


def _values(viewer: Viewer, wanted: RecordsWanted) -> dict[str, Any]:
    return {
        "viewer": viewer.pk if isinstance(viewer, User) else 0,
        "ruleset": wanted.ruleset,
        "since": wanted.since,
        "until": wanted.until,
        "rated": wanted.rated,
        "player": wanted.player.pk if wanted.player else None,
        "horizon": horizon(),
    }


def sealed(cursor: Cursor) -> str:
    """An opaque cursor (accounts.security.cursors)."""
    return cursors.seal((cursor.xact, 0, cursor.game), WHOSE)


def opened(token: str) -> Cursor | None:
    """The position of a cursor; None if it is forged, or ahead of a database that was restored."""
    position = cursors.unseal(token, WHOSE)
    if position is None or position[0] > horizon():
        return None
    return Cursor(position[0], position[2])
