"""Base backups and write-ahead log, by PostgreSQL's own programs.

A backup folder contains `base-<moment>/` with `base-<moment>.json` beside each (without it the
backup is incomplete), and `wal/`, which `manage.py backup --follow` fills (`tideweb.following`). It
contains no keys: the .json file names the fingerprints of those needed for decryption.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from tideweb.embedded.binaries import NoBinaries, bin_folder

WAL, MANIFEST, SLOT = "wal", "backup_manifest", "tideweb_backup"
DRAFT = "draft-"
ASIDE = "before-"  # folders in wal/ for the log of a past that a restore undid
SAID = {"host", "port", "user", "password", "sslmode", "sslrootcert", "sslcert", "sslkey"}
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
    words = run([folder / "pg_basebackup", "--version"]).stdout.split()
    return int(words[2].partition(".")[0]) if len(words) > 2 else 0


def environment(conninfo: str) -> dict[str, str]:
    """Connection settings as environment variables; arguments would be visible to every user."""
    try:
        given = conninfo_to_dict(conninfo)
    except ProgrammingError:  # without the value, which may hold a password
        raise BackupError(
            "--server must be like postgres://user:password@host:5432/name. Nothing was done."
        ) from None
    named = {f"PG{name.upper()}": str(given[name]) for name in SAID if given.get(name)}
    # In English, so that the reason can be found in what they say (`reason_of`).
    return {**os.environ, **named, "PGAPPNAME": "tideweb-backup", "LC_ALL": "C"}


def back_up(folder: Path, conninfo: str, major: int, keys: Keys) -> Base:
    """Makes and verifies a base backup; until it is complete its folder is called draft."""
    binaries = programs(major)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone(folder):
        for old in folder.glob(f"{DRAFT}*"):  # of one that was killed
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        name = f"base-{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
        draft = folder / f"{DRAFT}{name}"
        done = run(
            [binaries / "pg_basebackup", "-D", draft, "--wal-method=stream", "--checkpoint=fast",
             "--manifest-checksums=SHA256", "--no-password"], environment(conninfo),
        )  # fmt: skip
        if done.returncode:
            shutil.rmtree(draft, ignore_errors=True)
            raise BackupError(f"PostgreSQL gave no backup: {reason_of(done.stderr)}")
        verify(draft)
        draft.rename(folder / name)
        _describe(folder / name, major, keys)
    return base_of(folder / name)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Raises `BackupError` while another process makes a base in this folder."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise BackupError(f"Another backup is being made in {folder}.") from None
    finally:
        os.close(descriptor)


def _describe(base: Path, major: int, keys: Keys) -> None:
    made = {
        "made_at": datetime.now(UTC).isoformat(),
        "postgresql": major,
        "keys": fingerprints(keys),
    }
    half = base.with_name(f"{DRAFT}{base.name}.json")
    with half.open("w", encoding="utf-8") as stream:
        stream.write(json.dumps(made))
        stream.flush()
        os.fsync(stream.fileno())
    half.rename(facts_file(base))


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


def bases(folder: Path) -> list[Base]:
    """All complete backups, oldest first."""
    found = []
    for path in _named(folder):
        with suppress(BackupError):
            found.append(base_of(path))
    return found


def damaged(folder: Path) -> list[Path]:
    """Those that no restore can use, since what stands beside them is missing or damaged."""
    whole = {base.folder for base in bases(folder)}
    return [path for path in _named(folder) if path not in whole]


def _named(folder: Path) -> list[Path]:
    return sorted({path.with_suffix("") for path in folder.glob("base-*")})


def facts_file(base: Path) -> Path:
    """The file that makes this folder a complete backup."""
    return base.with_name(f"{base.name}.json")


def base_of(path: Path) -> Base:
    """The backup in this folder. Raises `BackupError`."""
    try:
        if not path.is_dir():
            raise BackupError(f"{path} is not a complete backup: its folder is missing.")
        facts = json.loads(facts_file(path).read_text("utf-8"))
        made_at = datetime.fromisoformat(facts["made_at"])
        return Base(path, made_at, int(facts["postgresql"]), dict(facts["keys"]))
    except (OSError, ValueError, KeyError, TypeError):
        raise BackupError(
            f"{path} is not a complete backup: see {facts_file(path).name}."
        ) from None


def choose(folder: Path, until: datetime | None) -> Base:
    """The newest backup that was complete by then. Raises `BackupError`."""
    found = bases(folder)
    if not found:
        for path in damaged(folder):
            base_of(path)
        raise BackupError(f"{folder} holds no complete backup.")
    fitting = [base for base in found if until is None or base.made_at <= until]
    if not fitting:
        raise BackupError(f"The oldest backup is of {found[0].made_at:%Y-%m-%d %H:%M:%S} UTC.")
    return fitting[-1]


def first_segment(base: Base) -> str:
    """The name of the segment with which the replay of this backup begins."""
    label = (base.folder / "backup_label").read_text("utf-8")
    return label.partition("(file ")[2].partition(")")[0]


def prune(folder: Path, keep: int) -> int:
    """Deletes all but the `keep` newest backups, and unneeded log; returns how many backups.

    Damaged ones are not counted, and stay.
    """
    found = bases(folder)
    gone = found[:-keep]
    for base in gone:
        draft = base.folder.rename(folder / f"{DRAFT}{base.folder.name}")
        facts_file(base.folder).unlink()
        shutil.rmtree(draft)
    if gone and (folder / WAL).is_dir():
        _prune_log(folder / WAL, found[-keep])
    return len(gone)


def _prune_log(wal: Path, oldest: Base) -> None:
    run([programs(oldest.major) / "pg_archivecleanup", wal, first_segment(oldest)])
    for aside in wal.glob(f"{ASIDE}*"):
        if aside.name < f"{ASIDE}{oldest.made_at:%Y%m%dT%H%M%S%f}":
            shutil.rmtree(aside)


def run(
    command: Sequence[str | Path], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command], env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def reason_of(text: object) -> str:
    """The reason in what PostgreSQL's programs say; they may go on about tidying up."""
    lines = str(text).strip().splitlines()
    return ([line for line in lines if "error:" in line] or lines or ["it says nothing"])[-1]
