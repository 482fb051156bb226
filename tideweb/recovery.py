"""Creating a data folder from a backup, from which PostgreSQL recovers to a point in time."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tideweb.backups import (
    WAL,
    BackupError,
    Base,
    Keys,
    fingerprints,
    first_segment,
    programs,
    run,
    verify,
)
from tideweb.log_segments import Segment, segment_of, segments, unbroken

LOG = "pg_wal"  # in a data folder
OWN_SETTINGS = re.compile(r"\s*(recovery_target\w*|restore_command)\b", re.IGNORECASE)
COMMIT = re.compile(r"desc: (?:COMMIT|ABORT)\D*?([\d-]{10} [\d:.]+) UTC")


@dataclass(frozen=True)
class Restored:
    """Up to when the data goes: the last commit in the log (None: of the backup), whether that is
    before the moment that was asked for, and the last segment before a gap in the log, if any."""

    last: datetime | None
    short: bool
    gap: str


def restore(base: Base, into: Path, keys: Keys, until: datetime | None) -> Restored:
    """Creates a data folder that recovers to this moment (None: the latest). Raises `BackupError`.

    Everything is checked first, and the folder gets its name when it is complete. It contains all
    the log it needs, so nothing depends on the backup afterwards.
    """
    _check_keys(base, keys)
    _check_empty(into)
    _verify(base)
    log = _log_of(base)
    if until is not None and all(segment.file.is_relative_to(base.folder) for segment in log):
        raise BackupError(
            f"{base.folder.parent / WAL} holds no write-ahead log that follows this backup, so "
            "there is no moment but that of the backup. Leave out --until."
        )
    _check_space(base, log, into)
    waldump = _waldump(base.major)
    draft = into.with_name(f"{into.name}.draft")
    try:
        found = _build(base, log, draft, until, waldump)
        _give_to_owner_of(into.parent, draft)
        if into.exists():
            into.rmdir()
        draft.rename(into)
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise BackupError(f"{into} could not be written: {_reason(error)}.") from None
    return found


def _verify(base: Base) -> None:
    try:
        verify(base.folder)
    except BackupError as error:
        raise BackupError(f"{error} Move it away, and the one before is used.") from None


def _check_keys(base: Base, keys: Keys) -> None:
    ours = fingerprints(keys)
    for name, mark in base.keys.items():
        if ours.get(name) != mark:
            why = "is another one" if name in ours else "is not there"
            raise BackupError(
                f"This backup was sealed with the key “{name}”, which {why} in TIDEWEB_SEAL_KEYS. "
                "Put back the keys of its time: without them no card opens."
            )


def _check_empty(into: Path) -> None:
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise BackupError(f"{into} is not empty. Name a new folder; the old data stays as it is.")


def _check_space(base: Base, log: Sequence[Segment], into: Path) -> None:
    there = next(folder for folder in into.absolute().parents if folder.exists())
    files = [path for path in base.folder.rglob("*") if path.is_file()]
    files += [segment.file for segment in log]
    needed, free = sum(path.stat().st_size for path in files), shutil.disk_usage(there).free
    if needed > free:
        raise BackupError(
            f"{there} has {free / 2**30:.1f} GB left, but {needed / 2**30:.1f} GB are needed."
        )


def _size(base: Base) -> int:
    return (base.folder / LOG / first_segment(base)).stat().st_size


def _log_of(base: Base) -> list[Segment]:
    """From the segment with which the replay begins to the last before a gap."""
    size, own = _size(base), base.folder / LOG
    first = segment_of(own / first_segment(base), size)
    if first is None:
        raise BackupError(f"{base.folder} is cut off or damaged: see backup_label.")
    found = segments(own, size) + segments(base.folder.parent / WAL, size)
    # Those that nothing was written into yet are shorter.
    return list(unbroken(first, (s for s in found if s.file.stat().st_size == size)))


def _gap(base: Base, log: Sequence[Segment]) -> str:
    later = segments(base.folder.parent / WAL, _size(base))
    last = log[-1]
    missed = [s for s in later if s.number > last.number and s.timeline >= last.timeline]
    return last.name if missed else ""


def _build(
    base: Base, log: Sequence[Segment], draft: Path, until: datetime | None, waldump: Path
) -> Restored:
    draft.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)  # else other users of this machine could read it meanwhile
    shutil.copytree(base.folder, draft, symlinks=True, dirs_exist_ok=True)
    _bring_log(log, base.folder.parent / WAL, draft / LOG)
    last = _last_commit(draft / LOG, log, waldump)
    short = until is not None and (last is None or last <= until)
    _point(draft, log[-1].timeline, None if short else until)
    return Restored(last, short, _gap(base, log))


def _bring_log(log: Sequence[Segment], wal: Path, into: Path) -> None:
    """Puts the log where PostgreSQL looks for its own: a command that is to fetch it may fail when
    PostgreSQL runs elsewhere, or as somebody else, and that would pass for the end of the log."""
    copied = {segment.name: segment.file for segment in log if segment.file.parent.name == WAL}
    # All histories, so that no timeline gets a number that was used before.
    copied |= {file.name: file for file in wal.glob("*.history")}
    for name, file in copied.items():
        shutil.copyfile(file, into / name)
        (into / "archive_status" / f"{name}.done").touch()  # lest archive_command take it again


def _waldump(major: int) -> Path:
    """PostgreSQL's program that finds the end of the log. Raises `BackupError`."""
    program = programs(major) / "pg_waldump"
    if not program.exists():
        raise BackupError(
            f"There is no {program}, which finds the end of the log. Install PostgreSQL {major} "
            "itself, not only its client programs, or name its folder as TIDEWEB_PG_BIN."
        )
    return program


def _last_commit(folder: Path, log: Sequence[Segment], waldump: Path) -> datetime | None:
    """PostgreSQL refuses to start if it is to stop at a moment after this one."""
    for segment in reversed(log):
        if moments := list(_commits(waldump, folder / segment.name)):
            return max(moments)
    return None


def _commits(program: Path, segment: Path) -> Iterator[datetime]:
    done = run([program, "--rmgr=Transaction", segment], {**os.environ, "TZ": "UTC"})
    for found in COMMIT.finditer(done.stdout):  # at the end of the log it stops with an error
        yield datetime.fromisoformat(found[1]).replace(tzinfo=UTC)


def _point(data: Path, timeline: int, until: datetime | None) -> None:
    """Tells PostgreSQL up to where to replay its log.

    A backup of a server that was itself restored brings the settings of that time.
    """
    file = data / "postgresql.auto.conf"
    kept = [line for line in file.read_text("utf-8").splitlines() if not OWN_SETTINGS.match(line)]
    lines = [
        "restore_command = 'false'",  # it must be set; all that there is lies in pg_wal
        f"recovery_target_timeline = '{timeline}'",
        "recovery_target_action = 'promote'",
    ]
    if until is not None:
        moment = until.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f+00")
        lines.append(f"recovery_target_time = '{moment}'")
    file.write_text("\n".join([*kept, *lines, ""]), "utf-8")
    (data / "recovery.signal").touch()


def _give_to_owner_of(parent: Path, folder: Path) -> None:
    """For a restore by root: PostgreSQL refuses a folder that its user doesn't own."""
    folder.chmod(0o700)
    if os.getuid() == 0:
        owner = parent.stat()
        for path in (folder, *folder.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _reason(error: OSError) -> str:
    """`shutil.copytree` goes on after a failure, and lists one for each file."""
    if isinstance(error, shutil.Error) and error.args and error.args[0]:
        return str(error.args[0][0][-1])
    return error.strerror or str(error)
