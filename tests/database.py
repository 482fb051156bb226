"""The database of a test run: one server, a template with the schema, a copy for each process.

The server and the template are kept between runs in `.test-database/`, as long as they fit what
they were made of; a run that finds them in use makes itself a server to throw away.
"""

from __future__ import annotations

import fcntl
import hashlib
import secrets
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote

from tideweb.embedded.place import DATABASE, PORT, USER, place_for, secrets_of
from tideweb.embedded.postgres import FOR_TESTS, Server, ServerError

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[Any]

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".test-database"
PREFIX = "test_tideweb"
# What the schema, and what stands in a new database, is made of.
SCHEMA = (
    "*/migrations/*.py", "*/models/*.py", "*/apps.py", "tideweb/first_schema.*",
    "tideweb/management/commands/migrate.py",
    "accounts/staff/roles.py", "accounts/security/key_check.py",
    "tideweb/embedded/*.py", "tideweb/settings.py", "tests/settings.py", "tests/database.py",
    "requirements-dev.lock",
)  # fmt: skip
# A window of a browser keeps its connection to our web server, and that thread its to the database.
# Nothing here lives long enough for statistics, or is big enough to compile its queries, or to plan
# them anew for each value.
OPTIONS = (
    *FOR_TESTS, "max_connections=300", "autovacuum=off", "jit=off",
    "plan_cache_mode=force_generic_plan",
)  # fmt: skip
MEMORY, ROOM = Path("/dev/shm"), 2**30
LOCK = 0x7465_7374  # of the server, so that one process makes the template and the others wait


def fingerprint(patterns: Iterable[str], *more: str) -> str:
    """Sixteen letters that are others when any of these files is another."""
    digest = hashlib.sha256("\0".join(more).encode())
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class Embedded:
    """A server of our own in a folder of its own, and the address of its database."""

    def __init__(self, folder: Path, password: str) -> None:
        self.folder = folder
        self.server = Server(place_for(folder), password, OPTIONS)
        host = quote(str(self.server.place.socket), safe="/")
        self.url = f"postgres://{USER}:{password}@:{PORT}/{DATABASE}?host={host}"

    def start(self) -> None:
        """Starts it, unless that was done."""
        if not self.server.alive():
            self._start()

    def _start(self) -> None:
        self.server.start()

    def remove(self) -> None:
        """Stops it; nothing of it stays."""
        self.server.stop()
        shutil.rmtree(self.server.place.home, ignore_errors=True)
        shutil.rmtree(self.folder, ignore_errors=True)


class ThrownAway(Embedded):
    """One for this run alone, which starts at once: for the commands that measure, too."""

    def __init__(self) -> None:
        super().__init__(new_folder("tideweb-test-"), secrets.token_urlsafe(16))


def new_folder(prefix: str) -> Path:
    """A TIDEWEB_VAR that any user may walk to, unlike pytest's tmp_path: root's server is not root.

    In memory, if that has room: there a new database costs an eighth of what it costs on a disk.
    """
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=MEMORY if roomy else None))
    folder.chmod(0o711)
    return folder


class Kept(Embedded):
    """The one that is there again in the next run.

    It writes without waiting for the disk, so what a machine that broke down left is thrown away.
    """

    def __init__(self, lock: IO[str]) -> None:
        super().__init__(KEPT, secrets_of(KEPT)["DATABASE_PASSWORD"])
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
        """Stops it; what it holds is kept."""
        self.server.stop()
        self._lock.close()


def embedded() -> Embedded:
    """The kept server, or one to throw away if another run has that."""
    KEPT.mkdir(mode=0o711, exist_ok=True)
    lock = (KEPT / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return ThrownAway()
    return Kept(lock)


# ------------------------------------------------------------------ the databases on a server


def copy_of_template(settings: dict[str, Any], worker: str) -> str:
    """The name of a new database with the schema, for this process; `settings` are Django's."""
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
    """Django's connection leads to a new copy, which is gone afterwards."""
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
    """Other processes that want the same wait."""
    KEPT.mkdir(mode=0o711, exist_ok=True)
    with (KEPT / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def drop(settings: dict[str, Any], name: str) -> None:
    """Whoever is still connected to it is sent away."""
    with _server(settings) as connection:
        _drop(connection, name)


def _make_template(name: str) -> None:
    """By Django's own means, and so that tests which commit may truncate all tables."""
    from django.db import connection

    connection.settings_dict["TEST"]["NAME"] = name
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    with connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE accounts_moderationentry DISABLE TRIGGER moderation_no_truncate"
        )
    connection.close()


@contextmanager
def _server(settings: dict[str, Any]) -> Iterator[Connection]:
    """A connection to the server's own database, where others are made."""
    import psycopg  # not for tests of pure rules

    given = {"user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    named = {name: settings[key] for name, key in given.items() if settings.get(key)}
    options = {k: v for k, v in settings.get("OPTIONS", {}).items() if isinstance(v, str)}
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
