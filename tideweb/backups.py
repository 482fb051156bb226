"""Base backups and write-ahead log, by PostgreSQL's own programs.

A backup folder contains `base-<moment>/` with `base-<moment>.json` beside each (without it the
backup is incomplete), and `wal/`, which `manage.py backup --follow` fills. It contains no keys: the
.json file names the fingerprints of those needed for decryption.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from tideweb.embedded.binaries import NoBinaries, bin_folder

WAL, MANIFEST, SLOT = "wal", "backup_manifest", "tideweb_backup"
SAID = {"host", "port", "user", "password", "sslmode", "sslrootcert"}
SEGMENT = re.compile(r"[0-9A-F]{24}(\.partial)?")
Keys = Mapping[str, bytes]


class BackupError(Exception):
    """Nothing was changed; the message says why and what to do."""


@dataclass(frozen=True)
class Base:
    """A complete base backup; `made_at` is when it was finished."""

    folder: Path
    made_at: datetime
    major: int
    keys: Mapping[str, str]


def fingerprints(ring: Keys) -> dict[str, str]:
    """Fingerprints by which keys can be recognised, but nothing else."""
    return {name: hashlib.sha256(b"tideweb:" + key).hexdigest()[:16] for name, key in ring.items()}


def programs(major: int) -> Path:
    """The folder with PostgreSQL's programs of this major version. Raises `BackupError`."""
    found = [Path(f"/usr/lib/postgresql/{major}/bin"), Path(f"/usr/pgsql-{major}/bin")]
    if in_path := shutil.which("pg_basebackup"):
        found.append(Path(in_path).parent)
    with suppress(NoBinaries):
        found.insert(0, bin_folder())
    for folder in found:
        if (folder / "pg_basebackup").exists() and _major_of(folder) == major:
            return folder
    raise BackupError(
        f"There is no pg_basebackup of PostgreSQL {major} here. Install its client programs "
        f"(postgresql-client-{major}), or name their folder as TIDEWEB_PG_BIN."
    )


def _major_of(folder: Path) -> int:
    words = _run([folder / "pg_basebackup", "--version"]).stdout.split()
    return int(words[2].partition(".")[0]) if len(words) > 2 else 0


def environment(conninfo: str) -> dict[str, str]:
    """Connection settings as environment variables; arguments would be visible to every user."""
    given = conninfo_to_dict(conninfo)
    named = {f"PG{name.upper()}": str(given[name]) for name in SAID if given.get(name)}
    return {**os.environ, **named, "PGAPPNAME": "tideweb-backup"}


def back_up(folder: Path, conninfo: str, major: int, keys: Keys) -> Base:
    """Makes and verifies a base backup; until it is complete its folder is called draft."""
    binaries = programs(major)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    begun = datetime.now(UTC)
    name = f"base-{begun:%Y%m%dT%H%M%S%f}"
    draft = folder / f"draft-{name}"
    done = _run(
        [binaries / "pg_basebackup", "-D", draft, "--wal-method=stream", "--checkpoint=fast",
         "--manifest-checksums=SHA256", "--no-password"], environment(conninfo),
    )  # fmt: skip
    if done.returncode:
        shutil.rmtree(draft, ignore_errors=True)
        raise BackupError(f"PostgreSQL gave no backup: {_last(done.stderr)}")
    verify(draft)
    draft.rename(folder / name)
    made = {
        "made_at": datetime.now(UTC).isoformat(),
        "postgresql": major,
        "keys": fingerprints(keys),
    }
    half = folder / f"{name}.json.draft"
    half.write_text(json.dumps(made), "utf-8")
    half.rename(folder / f"{name}.json")
    return base_of(folder / name)


def verify(folder: Path) -> None:
    """Checks every file against PostgreSQL's manifest, which includes its own checksum.

    pg_verifybackup does the same, but not every package ships a working one.
    """
    try:
        text = (folder / MANIFEST).read_bytes()
        manifest = json.loads(text)
        body = text[: text.rindex(b'"Manifest-Checksum"')]
        if hashlib.sha256(body).hexdigest() != manifest["Manifest-Checksum"]:
            raise BackupError(f"{folder} is cut off or damaged: its manifest is another one.")
        files = manifest["Files"]
    except (OSError, ValueError, KeyError):
        raise BackupError(f"{folder} is cut off or damaged: it has no manifest.") from None
    for file in files:
        path = folder / file["Path"]
        if not path.is_file() or path.stat().st_size != file["Size"]:
            raise BackupError(f"{folder} is cut off or damaged: see {file['Path']}.")
        with path.open("rb") as stream:
            if hashlib.file_digest(stream, "sha256").hexdigest() != file["Checksum"]:
                raise BackupError(f"{folder} is cut off or damaged: see {file['Path']}.")


def follow_command(folder: Path, conninfo: str, major: int) -> list[str]:
    """The command that continuously streams the write-ahead log into the folder.

    It uses a replication slot, so that the server keeps the log while the command isn't running.
    """
    (folder / WAL).mkdir(mode=0o700, parents=True, exist_ok=True)
    binary = programs(major) / "pg_receivewal"
    program = [str(binary), "--no-password", f"--slot={SLOT}"]
    done = _run([*program, "--create-slot", "--if-not-exists"], environment(conninfo))
    if done.returncode:
        raise BackupError(f"PostgreSQL lets nobody follow its log: {_last(done.stderr)}")
    return [*program, "-D", str(folder / WAL), "--synchronous"]


def bases(folder: Path) -> list[Base]:
    """All complete backups, oldest first."""
    return [base_of(path.with_suffix("")) for path in sorted(folder.glob("base-*.json"))]


def base_of(path: Path) -> Base:
    """The backup in this folder. Raises `BackupError`."""
    try:
        facts = json.loads(path.with_name(f"{path.name}.json").read_text("utf-8"))
        made_at = datetime.fromisoformat(facts["made_at"])
        return Base(path, made_at, int(facts["postgresql"]), dict(facts["keys"]))
    except (OSError, ValueError, KeyError, TypeError):
        raise BackupError(f"{path} is no whole backup: what stands beside it is missing.") from None


def choose(folder: Path, until: datetime | None) -> Base:
    """The newest backup that was complete by then. Raises `BackupError`."""
    found = bases(folder)
    if not found:
        raise BackupError(f"{folder} holds no whole backup.")
    fitting = [base for base in found if until is None or base.made_at <= until]
    if not fitting:
        raise BackupError(f"The oldest backup is of {found[0].made_at:%Y-%m-%d %H:%M:%S} UTC.")
    return fitting[-1]


def prune(folder: Path, keep: int) -> int:
    """Deletes all but the `keep` newest backups, and unneeded log; returns how many backups."""
    found = bases(folder)
    gone = found[:-keep]
    for base in gone:
        base.folder.with_name(f"{base.folder.name}.json").unlink()
        shutil.rmtree(base.folder)
    if gone and (folder / WAL).is_dir():
        label = (found[-keep].folder / "backup_label").read_text("utf-8")
        first = label.partition("(file ")[2].partition(")")[0]
        _run([programs(found[-1].major) / "pg_archivecleanup", folder / WAL, first])
    return len(gone)


def restore(base: Base, into: Path, keys: Keys, until: datetime | None) -> None:
    """Creates a data folder from which PostgreSQL recovers to a point in time (None: the latest).

    Everything is checked first, and the folder gets its name when it is complete.
    """
    _check_keys(base, keys)
    _check_empty(into)
    verify(base.folder)
    wal = base.folder.parent / WAL
    if until is not None and not _has_log(wal):
        raise BackupError(
            f"{wal} holds no write-ahead log, so there is no moment but that of the backup. Leave "
            "out --until."
        )
    into.parent.mkdir(parents=True, exist_ok=True)
    draft = into.with_name(f"{into.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(base.folder, draft, symlinks=True)
    _point(draft, wal, until)
    _give_to_owner_of(into.parent, draft)
    if into.exists():
        into.rmdir()
    draft.rename(into)


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


def _has_log(wal: Path) -> bool:
    return wal.is_dir() and any(SEGMENT.fullmatch(file.name) for file in wal.iterdir())


def _point(data: Path, wal: Path, until: datetime | None) -> None:
    """Tells PostgreSQL where the log is, and up to which time to replay it."""
    where = shlex.quote(str(wal.resolve())).replace("%", "%%")
    command = f"cp {where}/%f %p || cp {where}/%f.partial %p"
    lines = [f"restore_command = {_quoted(command)}", "recovery_target_action = 'promote'"]
    if until is not None:
        moment = until.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f+00")
        lines.append(f"recovery_target_time = {_quoted(moment)}")
    with (data / "postgresql.auto.conf").open("a", encoding="utf-8") as stream:
        stream.write("\n".join(["", *lines, ""]))
    (data / "recovery.signal").touch()


def _quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _give_to_owner_of(parent: Path, folder: Path) -> None:
    """For a restore by root: PostgreSQL refuses a folder that its user doesn't own."""
    folder.chmod(0o700)
    if os.getuid() == 0:
        owner = parent.stat()
        for path in (folder, *folder.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _run(
    command: Sequence[str | Path], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command], env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def _last(text: str) -> str:
    return (text.strip().splitlines() or ["it says nothing"])[-1]
