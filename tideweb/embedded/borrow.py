"""Gives every manage.py command a database: starts the embedded one while the command runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tideweb.embedded.binaries import NoBinaries
from tideweb.embedded.place import place_for, secrets_of
from tideweb.embedded.postgres import AlreadyRunning, Server, ServerError, forget_other_servers

# `up` starts its own server; the others don't use the database.
WITHOUT_DATABASE = {
    "up", "replay", "verify", "vapidkeys", "help", "version", "check", "collectstatic",
    "compilemessages", "makemessages", "diffsettings", "findstatic", "spectacular", "startapp",
    "startproject",
}  # fmt: skip


def embedded_server(options: Sequence[str] = ()) -> Server:
    """The server of TIDEWEB_VAR, not yet started."""
    forget_other_servers()
    var = var_folder()
    password = secrets_of(var).get("DATABASE_PASSWORD")
    if password is None:
        raise ServerError(
            f"{var}/secrets.env has lost its DATABASE_PASSWORD. Nothing was started. Put the old "
            f"file back; or, to begin anew, move {var} away."
        )
    return Server(place_for(var), password, options)


def var_folder() -> Path:
    """TIDEWEB_VAR, or `var/` next to manage.py."""
    beside = Path(__file__).resolve().parent.parent.parent / "var"
    return Path(os.environ.get("TIDEWEB_VAR") or beside).absolute()


def asks_for_help(arguments: Sequence[str]) -> bool:
    """Whether this command line only prints what a command takes."""
    return not {"-h", "--help"}.isdisjoint(arguments)


@contextmanager
def exit_with_reason(*more: type[Exception]) -> Iterator[None]:
    """Context manager: raises `SystemExit` with the reason why no server can be started."""
    reasons: tuple[type[Exception], ...] = (ServerError, NoBinaries, *more)
    try:
        yield
    except reasons as error:
        sys.exit(f"{error}")
    except OSError as error:
        place = error.filename2 or error.filename or var_folder()
        sys.exit(
            f"{place}: {error.strerror}. Nothing was started. Tideweb keeps its data in "
            f"{var_folder()}; set TIDEWEB_VAR to a folder that you can write to, with free space."
        )


@contextmanager
def database_for(arguments: Sequence[str]) -> Iterator[None]:
    """Context manager: runs the embedded server, unless none is needed or one is running."""
    if not _wanted(arguments):
        yield
        return
    with exit_with_reason():
        server = embedded_server()
        if not server.running():
            with suppress(AlreadyRunning):  # another command was quicker
                server.start()
    try:
        yield
    finally:
        server.stop()


def _wanted(arguments: Sequence[str]) -> bool:
    if os.environ.get("DATABASE_URL") or not arguments or asks_for_help(arguments):
        return False
    command = arguments[0]
    return command not in WITHOUT_DATABASE and not command.startswith("-")
