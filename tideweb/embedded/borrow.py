"""Lets every manage.py command find a database: starts the embedded one for as long as it runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tideweb.embedded.binaries import NoBinaries
from tideweb.embedded.place import place_for, secrets_of
from tideweb.embedded.postgres import AlreadyRunning, Server, ServerError

# `up` has its own server; the others never ask the database anything.
WITHOUT_DATABASE = {
    "up", "replay", "help", "version", "check", "collectstatic", "compilemessages", "makemessages",
    "diffsettings", "findstatic", "spectacular", "startapp", "startproject",
}  # fmt: skip


def embedded_server(options: Sequence[str] = ()) -> Server:
    """The server of TIDEWEB_VAR; not started."""
    var = var_folder()
    return Server(place_for(var), secrets_of(var)["DATABASE_PASSWORD"], options)


def var_folder() -> Path:
    """TIDEWEB_VAR, or else `var/` beside manage.py."""
    beside = Path(__file__).resolve().parent.parent.parent / "var"
    return Path(os.environ.get("TIDEWEB_VAR") or beside).absolute()


@contextmanager
def database_for(arguments: Sequence[str]) -> Iterator[None]:
    """Run the embedded server around a command, unless it needs none or one runs already."""
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
