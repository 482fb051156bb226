"""Everything that concerns a person, as one stream of events in commit order.

Events are derived from existing rows: entries in the log of their games, clocks of hands that ask
them, and in-app notices. They say where and when something happened, never what was answered or
what anybody holds.
"""

from datetime import datetime
from typing import NamedTuple

from accounts import rows
from accounts.models import User
from accounts.operation.commit_horizon import horizon
from accounts.security import cursors
from accounts.security.cursors import Position

LOG, MOVE, NOTICE = range(3)
# Kinds of notices that duplicate a log entry or a move.
TOLD_BY_THE_GAME = ["your_move", "hand_resolved", "stage_end", "game_started", "game_over"]
# Kinds that duplicate an entry of the log, for those who still have a seat in that game.
TOLD_BY_THE_LOG = [
    *("extended", "game_paused", "game_resumed", "game_cancelled"),
    *("seat_offered", "seat_taken", "briefing", "out_of_turn"),
]
BEHIND = "({table}.written_in, {sort}, {table}.id) > (%(xact)s, %(sort)s, %(row)s)"
BETWEEN = "{table}.written_in >= %(xact)s AND {table}.written_in < %(horizon)s AND " + BEHIND
EVENTS = f"""
    (SELECT entry.written_in, {LOG}, entry.id, entry.kind, game.code, entry.hand_number,
        NULL::integer, entry.at
    FROM games_seat AS seat
    JOIN games_game AS game ON game.id = seat.game_id
    JOIN games_logentry AS entry ON entry.game_id = seat.game_id
    WHERE seat.user_id = %(user)s AND {BETWEEN.format(table="entry", sort=LOG)}
    ORDER BY entry.written_in, entry.id LIMIT %(most)s)
UNION ALL
    (SELECT clock.written_in, {MOVE}, clock.id, 'your_move', game.code, hand.number,
        seat.index::integer, hand.opened_at
    FROM games_seatclock AS clock
    JOIN games_seat AS seat ON seat.id = clock.seat_id AND seat.user_id = clock.user_id
    JOIN games_hand AS hand ON hand.id = clock.hand_id
    JOIN games_game AS game ON game.id = hand.game_id
    WHERE clock.user_id = %(user)s AND {BETWEEN.format(table="clock", sort=MOVE)}
    ORDER BY clock.written_in, clock.id LIMIT %(most)s)
UNION ALL
    (SELECT notice.written_in, {NOTICE}, notice.id, notice.kind, game.code, NULL, NULL,
        notice.created_at
    FROM accounts_notice AS notice
    LEFT JOIN games_game AS game ON game.id = (notice.facts ->> 'game')::bigint
    WHERE notice.recipient_id = %(user)s AND notice.shown AND notice.kind <> ALL(%(told)s)
        AND {BETWEEN.format(table="notice", sort=NOTICE)}
        AND NOT (notice.kind = ANY(%(logged)s) AND EXISTS (
            SELECT FROM games_seat AS own WHERE own.game_id = game.id AND own.user_id = %(user)s
        ))
    ORDER BY notice.written_in, notice.id LIMIT %(most)s)
ORDER BY 1, 2, 3 LIMIT %(most)s
"""  # noqa: S608 (columns and numbers of our own)


class Event(NamedTuple):
    """`sort` is log, move or notice; `kind` is the kind of the entry or notice."""

    position: Position
    sort: str
    kind: str
    game: str | None
    hand: int | None
    seat: int | None
    at: datetime


def now() -> Position:
    """The position from which to receive only new events."""
    return horizon(), 0, 0


def is_ahead(position: Position) -> bool:
    """Whether the position is in the future, because the database was restored from a backup."""
    return position[0] > horizon()


def events_behind(user: User, position: Position, limit: int) -> list[Event]:
    """The person's events after a position, oldest first."""
    xact, sort, row = position
    values = {"user": user.pk, "xact": xact, "sort": sort, "row": row, "most": limit}
    kinds = {"told": TOLD_BY_THE_GAME, "logged": TOLD_BY_THE_LOG}
    found = rows.fetch(EVENTS, {**values, **kinds, "horizon": horizon()})
    sorts = ("log", "move", "notice")
    return [Event((a, b, c), sorts[b], *rest) for a, b, c, *rest in found]


def sealed(position: Position, user: User) -> str:
    """An opaque cursor for the position that only this person can use."""
    return cursors.seal(position, user.pk)


def opened(cursor: str, user: User) -> Position | None:
    """The position of a cursor; None if it is invalid or ahead of the database."""
    position = cursors.unseal(cursor, user.pk)
    return None if position is None or is_ahead(position) else position
