"""The database of a test run: one server, a template with the schema, and a copy for each process.

Server and template are kept in `.test-database/` between runs, as long as they match the code. A
run that finds them in use starts a temporary server.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import secrets
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote

from tideweb.embedded.place import DATABASE, PORT, USER, place_for, secrets_of
from tideweb.embedded.postgres import FOR_TESTS, Server, ServerError, forget_other_servers

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[Any]

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".test-database"
PREFIX = "test_tideweb"
# The files that determine the schema and the content of a new database.
SCHEMA = (
    "*/migrations/*.py", "*/models/*.py", "*/apps.py", "tideweb/first_schema.*",
    "tideweb/management/commands/migrate.py",
    "accounts/security/roles.py", "accounts/security/key_check.py",
    "tideweb/embedded/*.py", "tideweb/settings.py", "tests/settings.py", "tests/database.py",
    "requirements-dev.lock",
)  # fmt: skip
# Each browser window keeps a connection to our web server, whose thread keeps one to the database.
# No data here lives long enough for statistics, or is big enough for compiled queries.
OPTIONS = (*FOR_TESTS, "max_connections=300", "autovacuum=off", "jit=off")
# For tests, which are to be quick; commands that measure need the plans that production makes. Here
# tables are full of deleted rows, and look so big that the planner starts processes to read them.
QUICK = ("plan_cache_mode=force_generic_plan", "max_parallel_workers_per_gather=0")
MEMORY, ROOM = Path("/dev/shm"), 2**30
LOCK = 0x7465_7374  # of the server: one process makes the template, the others wait


def fingerprint(patterns: Iterable[str], *more: str) -> str:
    """Sixteen hex digits that change if any of these files changes."""
    digest = hashlib.sha256("\0".join(more).encode())
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class Embedded:
    """A server of our own in its own folder, and the URL of its database."""

    def __init__(self, folder: Path, password: str, *options: str) -> None:
        self.folder = folder
        self.server = Server(place_for(folder), password, (*OPTIONS, *options))
        host = quote(str(self.server.place.socket), safe="/")
        self.url = f"postgres://{USER}:{password}@:{PORT}/{DATABASE}?host={host}"

    def start(self) -> None:
        """Starts the server unless it is running."""
        if not self.server.alive():
            self._start()

    def _start(self) -> None:
        self.server.start()

    def remove(self) -> None:
        """Stops the server and deletes its folder."""
        self.server.stop()
        shutil.rmtree(self.server.place.home, ignore_errors=True)
        shutil.rmtree(self.folder, ignore_errors=True)


class ThrownAway(Embedded):
    """A server for this run alone, which starts at once; also used by the commands that measure."""

    def __init__(self, *options: str) -> None:
        super().__init__(new_folder("tideweb-test-"), secrets.token_urlsafe(16), *options)


def new_folder(prefix: str) -> Path:
    """A new TIDEWEB_VAR that every user can enter, unlike pytest's tmp_path: root's server runs as
    another user.

    In memory if there is room: a new database takes an eighth of the time there.
    """
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=MEMORY if roomy else None))
    folder.chmod(0o711)
    return folder


class Kept(Embedded):
    """The server that is kept for the next run.

    It doesn't sync to disk, so its data is discarded after a machine crash.
    """

    def __init__(self, lock: IO[str]) -> None:
        super().__init__(KEPT, secrets_of(KEPT)["DATABASE_PASSWORD"], *QUICK)
        self._lock = lock

    def _start(self) -> None:
        boot = Path("/proc/sys/kernel/random/boot_id")
        made = fingerprint([], boot.read_text("ascii") if boot.exists() else "")
        mark = KEPT / "made-in"
        if not mark.exists() or mark.read_text("ascii") != made:
            self._forget()
        try:
            self.server.start()
        except ServerError:
            self._forget()
            self.server.start()
        mark.write_text(made, "ascii")

    def _forget(self) -> None:
        shutil.rmtree(self.server.place.home, ignore_errors=True)

    def remove(self) -> None:
        """Stops the server and keeps its data."""
        self.server.stop()
        self._lock.close()


def embedded() -> Embedded:
    """The kept server, or a temporary one if another run is using that."""
    forget_other_servers()
    KEPT.mkdir(mode=0o711, exist_ok=True)
    lock = (KEPT / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return ThrownAway(*QUICK)
    return Kept(lock)


# ------------------------------------------------------------------ the databases on a server


def copy_of_template(settings: dict[str, Any], worker: str) -> str:
    """Creates a database with the schema for this process, and returns its name; `settings` are
    Django's.
    """
    template = f"{PREFIX}_template_{fingerprint(SCHEMA)}"
    name = f"{PREFIX}_{worker}"
    with _server(settings) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        if not _exists(connection, template):
            _drop(connection, *_templates(connection))
            _make_template(f"{PREFIX}_draft")
            _sql(connection, "ALTER DATABASE {} RENAME TO {}", f"{PREFIX}_draft", template)
        _drop(connection, name)
        _sql(connection, "CREATE DATABASE {} TEMPLATE {}", name, template)
    return name


@contextmanager
def connected_to_copy(worker: str) -> Iterator[None]:
    """Context manager: connects Django to a new copy, which is dropped afterwards."""
    from django.conf import settings
    from django.db import connection

    configured = settings.DATABASES["default"]
    name = copy_of_template(configured, worker)
    connection.close()
    connection.settings_dict["NAME"] = configured["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        drop(configured, name)


@contextmanager
def one_at_a_time(what: str) -> Iterator[None]:
    """Context manager: a lock between processes, by name."""
    KEPT.mkdir(mode=0o711, exist_ok=True)
    with (KEPT / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def drop(settings: dict[str, Any], name: str) -> None:
    """Drops a database, terminating its connections."""
    with _server(settings) as connection:
        _drop(connection, name)


def _make_template(name: str) -> None:
    """Creates the template by Django's own means, prepared for tests that truncate all tables."""
    from django.db import connection

    connection.settings_dict["TEST"]["NAME"] = name
    # `createcachetable` speaks whatever the verbosity is.
    with redirect_stdout(io.StringIO()):
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    with connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE accounts_moderationentry DISABLE TRIGGER moderation_no_truncate"
        )
    connection.close()


@contextmanager
def _server(settings: dict[str, Any]) -> Iterator[Connection]:
    """A connection to the server's maintenance database, in which others can be created."""
    import psycopg  # tests of pure rules don't need it

    given = {"user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    named: dict[str, Any] = {
        name: settings[key] for name, key in given.items() if settings.get(key)
    }
    options: dict[str, Any] = {
        k: v for k, v in settings.get("OPTIONS", {}).items() if isinstance(v, str)
    }
    with psycopg.connect(**named, **options, dbname="postgres", autocommit=True) as connection:
        yield connection


def _sql(connection: Connection, text: str, *names: str) -> None:
    from psycopg import sql

    connection.execute(sql.SQL(text).format(*map(sql.Identifier, names)))


def _exists(connection: Connection, name: str) -> bool:
    found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
    return found.fetchone() is not None


def _templates(connection: Connection) -> list[str]:
    found = connection.execute(
        "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [f"{PREFIX}_template_"]
    )
    return [row[0] for row in found]


def _drop(connection: Connection, *names: str) -> None:
    for name in names:
        _sql(connection, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
