"""Streaming the write-ahead log into a backup folder, also after the server was restored."""

from __future__ import annotations

import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psycopg
from psycopg import pq
from psycopg.conninfo import make_conninfo

from tideweb.backups import ASIDE, SLOT, WAL, BackupError, programs, reason_of
from tideweb.log_segments import Segment, name_of, number_at, position_of, segments

PATIENCE = 2.0  # seconds; a server that refuses does so at once
SYSTEM = slice(24, 32)  # in the header of each segment: which database wrote it
REPLAYING = "SELECT pg_is_in_recovery() AND pg_last_wal_receive_lsn() IS NULL"
STATE = "SELECT wal_status FROM pg_replication_slots WHERE slot_name = %s"


@dataclass(frozen=True)
class Server:
    """Where a server is: its timeline, the segment it writes, and where it left older timelines."""

    system: int
    timeline: int
    number: int
    left: dict[int, int]


def follow_command(folder: Path, conninfo: str, major: int) -> tuple[list[str], list[str]]:
    """The command that continuously streams the log into the folder, and what to tell the operator.

    The command ends if it cannot go on, so that the next call can see why. It uses a replication
    slot, so that the server keeps the log while the command isn't running.
    """
    wal = folder / WAL
    wal.mkdir(mode=0o700, parents=True, exist_ok=True)
    binary = programs(major) / "pg_receivewal"
    try:
        size = _reserve(conninfo)
        told = list(_make_fit(wal, conninfo, size))
    except psycopg.Error as error:
        raise BackupError(f"PostgreSQL lets nobody follow its log: {reason_of(error)}") from None
    command = [str(binary), "--no-password", "--no-loop", f"--slot={SLOT}", "--synchronous"]
    return [*command, "-D", str(wal)], told


def _reserve(conninfo: str) -> int:
    """Makes the server keep its log from now on; returns the size of a segment."""
    with psycopg.connect(conninfo, autocommit=True) as server:
        if server.execute(REPLAYING).fetchone() == (True,):
            # Where it stands now is not where its log ends.
            raise BackupError("PostgreSQL is still replaying its log. Start this in a minute.")
        slot = server.execute(STATE, [SLOT]).fetchone()
        if slot is not None and slot[0] == "lost":  # it kept more than max_slot_wal_keep_size
            server.execute("SELECT pg_drop_replication_slot(%s)", [SLOT])
        if slot is None or slot[0] == "lost":
            server.execute("SELECT pg_create_physical_replication_slot(%s, true)", [SLOT])
        asked = "SELECT pg_size_bytes(current_setting('wal_segment_size'))"
        (size,) = server.execute(asked).fetchone() or (0,)
        return int(size)


def _make_fit(wal: Path, conninfo: str, size: int) -> Iterator[str]:
    """Arranges the folder so that pg_receivewal, which goes on after the newest file, can go on.

    The server tells itself what it still has: asking is simpler than knowing its rules.
    """
    server = _server(conninfo, size)
    if strange := [s for s in segments(wal, size) if not _belongs(s, server)]:
        aside = wal / f"{ASIDE}{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
        aside.mkdir(mode=0o700)
        for segment in strange:
            segment.file.rename(aside / segment.file.name)
        yield (
            f"{len(strange)} files of the log are of a past that this database does not have (was "
            f"it restored?). They are in {aside} now."
        )
    found = segments(wal, size)
    if found and not _gives(conninfo, found[-1], size):
        here = name_of(server.timeline, server.number, size)
        (wal / f"{here}.partial").touch()
        yield (
            f"The server no longer has what follows {found[-1].name}. Its log is followed from "
            f"{here} on: make a base backup now, since nothing in between can be restored."
        )


def _belongs(segment: Segment, server: Server) -> bool:
    """Whether the server has this segment in its past, or is writing it."""
    with segment.file.open("rb") as stream:
        system = int.from_bytes(stream.read(SYSTEM.stop)[SYSTEM], sys.byteorder)
    if system not in (0, server.system):
        return False
    if segment.timeline == server.timeline:
        return segment.next() <= server.number
    # The segment in which a timeline was left goes on in the newer one, which has all of it.
    return segment.number < server.left.get(segment.timeline, 0)


@contextmanager
def _line(conninfo: str) -> Iterator[pq.abc.PGconn]:
    """A connection on which PostgreSQL understands the commands of replication."""
    line = pq.PGconn.connect(make_conninfo(conninfo, replication="true").encode())
    try:
        if line.status != pq.ConnStatus.OK:
            raise psycopg.OperationalError(line.get_error_message())
        yield line
    finally:
        line.finish()


def _server(conninfo: str, size: int) -> Server:
    with _line(conninfo) as line:
        system, timeline, position = _row(line, "IDENTIFY_SYSTEM")[:3]
        left = {}
        if int(timeline) > 1:
            history = _row(line, f"TIMELINE_HISTORY {int(timeline)}")[1]
            rows = (row.split() for row in history.decode().splitlines())
            left = {
                int(row[0]): number_at(row[1], size) for row in rows if row and row[0].isdigit()
            }
    return Server(int(system), int(timeline), number_at(position.decode(), size), left)


def _row(line: pq.abc.PGconn, command: str) -> list[bytes]:
    answer = line.exec_(command.encode())
    if answer.status != pq.ExecStatus.TUPLES_OK:
        raise psycopg.OperationalError(answer.get_error_message())
    return [answer.get_value(0, column) or b"" for column in range(answer.nfields)]


def _gives(conninfo: str, newest: Segment, size: int) -> bool:
    """Whether the server still has the log that follows this segment."""
    where = f"{position_of(newest.next(), size)} TIMELINE {newest.timeline}"
    with _line(conninfo) as line:
        answer = line.exec_(f"START_REPLICATION PHYSICAL {where}".encode())
        if answer.status != pq.ExecStatus.COPY_BOTH:
            return answer.status != pq.ExecStatus.FATAL_ERROR
        received = line.get_copy_data(1)[0]
        if received == 0 and select.select([line.socket], [], [], PATIENCE)[0]:
            line.consume_input()
            received = line.get_copy_data(1)[0]
        if received >= 0:
            return True
        ended = line.get_result()  # an error, or the end of an older timeline
        return ended is None or ended.status != pq.ExecStatus.FATAL_ERROR
