"""A private PostgreSQL server for `make run` and the tests.

It works with any PostgreSQL's bin folder, runs as an unprivileged user if root starts it, and
changes nothing outside its own folders.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tideweb.embedded.binaries import bin_folder, reachable_copy
from tideweb.embedded.place import DATABASE, PORT, USER, Place
from tideweb.embedded.processes import dies_with_parent

MADE_WITH = "tideweb-secrets"  # file with a fingerprint of the password, which isn't secret
FOR_TESTS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def forget_other_servers() -> None:
    """Drops what the environment tells libpq of another server, such as PGSERVICE or PGOPTIONS."""
    for name in [name for name in os.environ if name.startswith("PG")]:
        del os.environ[name]


class ServerError(Exception):
    """The server couldn't be created or started; the message says why and what to do."""


class AlreadyRunning(ServerError):
    """Another process is running a server on this data folder."""


class Server:
    """A data folder and its server. Not thread-safe."""

    def __init__(self, place: Place, password: str, options: Sequence[str] = ()) -> None:
        self.place = place
        self.data = place.home / "data"
        self._log = place.home / "postgres.log"
        self._password = password
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self.moved_aside: Path | None = None  # an old database whose secrets are lost

    def running(self) -> bool:
        """Whether a server, ours or another process's, is ready on this data folder."""
        return self._postmaster() is not None and self._status() == "ready"

    def start(self, patience: float = 30.0) -> None:
        """Creates the database if needed, starts the server, and waits until it answers.

        Raises `AlreadyRunning` or `ServerError`.
        """
        self.begin()
        self.await_ready(patience)

    def begin(self) -> None:
        """`start` without waiting."""
        self._make_folders()
        binaries = bin_folder()
        if self.place.owner is not None:
            binaries = reachable_copy(binaries, self.place.home)
        self._check_secrets()
        if not (self.data / "PG_VERSION").exists():
            self._initdb(binaries)
        self._check_version(binaries)
        self._clear_stale_pid()
        self._process = self._spawn(binaries)

    def stop(self, patience: float = 10.0) -> None:
        """Stops the server if this object started it; ends sessions but loses no data."""
        process, self._process = self._process, None
        if process is None:
            return
        for signal_number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            process.send_signal(signal_number)
            try:
                process.wait(patience)
                return
            except subprocess.TimeoutExpired:
                continue

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def alive(self) -> bool:
        """Whether the server started by this object is still running."""
        return self._process is not None and self._process.poll() is None

    def _make_folders(self) -> None:
        self.place.var.mkdir(parents=True, exist_ok=True)
        self.place.home.mkdir(mode=0o711, parents=True, exist_ok=True)
        if self.place.owner is not None:
            for folder in (self.place.home, *self._own_parents()):
                folder.chmod(0o711)
        self._make_private(self.data, 0o700)
        self._make_private(self.place.socket, 0o700 if self.place.owner is None else 0o711)

    def _own_parents(self) -> list[Path]:
        """Parent folders of `home` that we created, if it isn't below `var`."""
        parent = self.place.home.parent
        return [] if parent == self.place.var else [parent]

    def _make_private(self, folder: Path, mode: int) -> None:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
        wanted = os.getuid() if self.place.owner is None else self.place.owner.uid
        if folder.stat().st_uid not in {wanted, os.getuid()} or folder.is_symlink():
            raise ServerError(
                f"{folder} belongs to another user. Run Tideweb as the user who ran it first, or "
                "set TIDEWEB_VAR to a folder of your own."
            )
        if self.place.owner is not None:
            os.chown(folder, self.place.owner.uid, self.place.owner.gid)
        folder.chmod(mode)

    def _initdb(self, binaries: Path) -> None:
        # Created next to its place and then moved there: an interrupted first run leaves a draft,
        # which the next run replaces, and never a server without our database.
        draft = self.place.home / "draft"
        shutil.rmtree(draft, ignore_errors=True)
        self._make_private(draft, 0o700)
        password_file = self.place.socket / "password"
        self._write_for_server(password_file, self._password)
        try:
            done = self._run(
                [
                    str(binaries / "initdb"), f"--pgdata={draft}", f"--username={USER}",
                    f"--pwfile={password_file}", "--auth=scram-sha-256", "--encoding=UTF8",
                    "--locale=C.UTF-8", "--no-instructions",
                    *["--no-sync"] * ("fsync=off" in self._options),
                ]
            )  # fmt: skip
        finally:
            password_file.unlink()
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip()
            raise ServerError(
                f"initdb failed:\n{said}\nNothing was started. Make room in {self.place.home} if "
                "the disk is full, and start again."
            )
        self._create_database(binaries, draft)
        self._write_for_server(draft / MADE_WITH, self._fingerprint())
        shutil.rmtree(self.data)
        draft.rename(self.data)

    def _create_database(self, binaries: Path, folder: Path) -> None:
        """Creates the database in single-user mode, before anybody can connect."""
        done = self._run(
            [str(binaries / "postgres"), "--single", "-D", str(folder), "postgres"],
            f"CREATE DATABASE {DATABASE};\n".encode(),
        )
        if done.returncode or b"ERROR" in done.stderr:
            raise ServerError(f"The database could not be made:\n{done.stderr.decode()}")

    def _check_secrets(self) -> None:
        """Moves a database aside that was created with other secrets, since it is useless."""
        file = self.data / MADE_WITH
        if not file.exists() or file.read_text(encoding="ascii").strip() == self._fingerprint():
            return
        if self._postmaster() is not None:
            raise AlreadyRunning(f"Another PostgreSQL already runs on {self.data}.")
        if self.place.home.parent == self.place.var:
            raise ServerError(
                f"The database in {self.data} was made with other secrets than those in "
                f"{self.place.var}/secrets.env. Nothing was changed. Put the old file back; or, to "
                f"begin anew, move {self.data} away."
            )
        # It was outside `var` and stayed behind when somebody deleted that to start over.
        self.moved_aside = self.data.with_name(f"data-before-{time.strftime('%Y%m%d-%H%M%S')}")
        self.data.rename(self.moved_aside)
        self._make_private(self.data, 0o700)

    def _fingerprint(self) -> str:
        return hashlib.sha256(self._password.encode()).hexdigest()

    def _check_version(self, binaries: Path) -> None:
        found = (self.data / "PG_VERSION").read_text(encoding="ascii").strip()
        done = self._run([str(binaries / "postgres"), "--version"])
        spoken = done.stdout.decode(errors="replace").split()
        if done.returncode or len(spoken) < 3:
            raise ServerError(f"{binaries}/postgres does not run:\n{done.stderr.decode()}")
        ours = spoken[2].partition(".")[0]
        if found != ours:
            raise ServerError(
                f"The data in {self.data} was written by PostgreSQL {found}, but this is "
                f"PostgreSQL {ours}. Nothing was changed. Point TIDEWEB_PG_BIN at the bin folder "
                f"of a PostgreSQL {found}, or move the data over with pg_dump (docs/operating.md)."
            )

    def _clear_stale_pid(self) -> None:
        """Removes a stale pid file: PostgreSQL refuses to start if any process now has that pid."""
        if self._postmaster() is not None:
            raise AlreadyRunning(f"Another PostgreSQL already runs on {self.data}.")
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _postmaster(self) -> int | None:
        """The pid of a running server on our data folder, if any."""
        lines = self._pid_lines()
        if not lines or not lines[0].isdigit():
            return None
        pid = int(lines[0])
        try:
            os.kill(pid, 0)
            # A postmaster's working directory is its data folder; a stranger with this pid has
            # another.
            same = Path(f"/proc/{pid}/cwd").readlink() == self.data.resolve()
        except ProcessLookupError:
            return None
        except (FileNotFoundError, PermissionError):
            same = True  # no /proc here, or no permission: let PostgreSQL decide
        return pid if same else None

    def _pid_lines(self) -> list[str]:
        try:
            return (self.data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        except (FileNotFoundError, PermissionError):
            return []

    def _status(self) -> str:
        lines = self._pid_lines()
        return lines[7].strip() if len(lines) > 7 else ""

    def _spawn(self, binaries: Path) -> subprocess.Popen[bytes]:
        settings = [
            "listen_addresses=", f"unix_socket_directories={self.place.socket}", f"port={PORT}",
            "max_connections=60", "timezone=UTC", "log_timezone=UTC", *self._options,
        ]  # fmt: skip
        command = [str(binaries / "postgres"), "-D", str(self.data)]
        for setting in settings:
            command += ["-c", setting]
        descriptor = os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "ab") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C goes to the supervisor, which stops us last
                # SIGINT is PostgreSQL's fast and clean shutdown.
                preexec_fn=dies_with_parent(signal.SIGINT),
                **self._identity(),
            )

    def await_ready(self, patience: float = 30.0) -> None:
        """Waits until the server answers. Raises `ServerError`."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            if not self.alive():
                self._process = None
                raise ServerError(
                    f"PostgreSQL did not start. Its last words:\n{self._log_tail()}\n"
                    f"Nothing was changed. If the files in {self.data} are damaged, put a backup "
                    f"of {self.place.var} back; or, to begin anew, move it away."
                )
            if self._status() == "ready":
                return
            time.sleep(0.01)
        self.stop()
        raise ServerError(f"PostgreSQL was not ready within {patience:.0f} s:\n{self._log_tail()}")

    def _log_tail(self) -> str:
        text = self._log.read_text(encoding="utf-8", errors="replace")
        return "\n".join(text.splitlines()[-8:])

    def _run(
        self, command: list[str], given: bytes | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            command, input=given, capture_output=True, check=False, **self._identity()
        )

    def _identity(self) -> dict[str, Any]:
        """Arguments for starting a server process: its user and an accessible folder."""
        extra: dict[str, Any] = {"cwd": self.place.socket, "env": {"LC_ALL": "C", **_path()}}
        if self.place.owner is not None:
            extra |= {
                "user": self.place.owner.uid, "group": self.place.owner.gid, "extra_groups": [],
            }  # fmt: skip
        return extra

    def _write_for_server(self, file: Path, text: str) -> None:
        file.unlink(missing_ok=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(text + "\n")
        if self.place.owner is not None:
            os.chown(file, self.place.owner.uid, self.place.owner.gid)


def _path() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", os.defpath)}
