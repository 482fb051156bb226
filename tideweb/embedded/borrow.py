"""Lets every manage.py command find a database: starts the embedded one for as long as it runs."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tideweb.embedded.binaries import NoBinaries
from tideweb.embedded.place import place_for, secrets_of
from tideweb.embedded.postgres import FOR_TESTS, AlreadyRunning, Server, ServerError

# `up` has its own server; the others never ask the database anything.
WITHOUT_DATABASE = {
    "up", "replay", "help", "version", "check", "collectstatic", "compilemessages", "makemessages",
    "diffsettings", "findstatic", "spectacular", "startapp", "startproject",
}  # fmt: skip


def embedded_server(options: Sequence[str] = ()) -> Server:
    """The server of TIDEWEB_VAR; not started."""
    var = Path(os.environ.get("TIDEWEB_VAR") or default_var()).absolute()
    return Server(place_for(var), secrets_of(var)["DATABASE_PASSWORD"], options)


def default_var() -> Path:
    """`var/` beside manage.py."""
    return Path(__file__).resolve().parent.parent.parent / "var"


# What would make it production, or reach anybody: a run that is thrown away has none of it.
OUTSIDE = (
    "DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SITE_URL", "ALLOWED_HOSTS", "EMAIL_URL",
    "EMAIL_BACKEND", "SECRET_KEY", "TIDEWEB_SEAL_KEYS",
)  # fmt: skip


@contextmanager
def throw_away_database() -> Iterator[None]:
    """Run an embedded server in a folder of its own around a command; nothing stays of either."""
    folder = Path(tempfile.mkdtemp(prefix="tideweb-"))
    folder.chmod(0o711)  # where root runs it, the server is somebody else
    for name in OUTSIDE:
        os.environ.pop(name, None)
    os.environ["TIDEWEB_VAR"] = str(folder)
    server = embedded_server(FOR_TESTS)
    try:
        server.start()
        yield
    except (ServerError, NoBinaries) as error:
        sys.exit(f"{error}")
    finally:
        server.stop()
        shutil.rmtree(server.place.home, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def database_for(arguments: Sequence[str]) -> Iterator[None]:
    """Run the embedded server around a command, unless it needs none or one runs already."""
    if arguments[:1] == ["simulate"] and "--help" not in arguments:
        with throw_away_database():
            yield
        return
    if not _wanted(arguments):
        yield
        return
    try:
        server = embedded_server()
        if not server.running():
            server.start()
    except AlreadyRunning:
        pass  # another command was quicker
    except (ServerError, NoBinaries) as error:
        sys.exit(f"{error}")
    try:
        yield
    finally:
        server.stop()


def _wanted(arguments: Sequence[str]) -> bool:
    if os.environ.get("DATABASE_URL") or not arguments:
        return False
    command = arguments[0]
    return command not in WITHOUT_DATABASE and not command.startswith("-")
