"""What `manage.py up` does before Django is loaded: lock, ports and database.

The settings are read from the environment, so the ports must be known first; and the database can
start while everything is being imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tideweb.embedded import lock, ports
from tideweb.embedded.borrow import (
    asks_for_help,
    embedded_server,
    exit_with_reason,
    var_folder,
)
from tideweb.embedded.postgres import Server


@dataclass(frozen=True)
class Opened:
    """The addresses to listen on, and the database server (None if DATABASE_URL is set)."""

    host: str
    port: int
    events_port: int
    server: Server | None


current: Opened | None = None  # for the command, which continues from here


def is_meant(arguments: Sequence[str]) -> bool:
    """Whether this command line is `up`."""
    return arguments[:1] == ["up"] and not asks_for_help(arguments)


@contextmanager
def opened() -> Iterator[None]:
    """Context manager: does all of this while the command runs. Raises `SystemExit` with the reason
    if it can't.
    """
    global current
    with exit_with_reason(lock.Held, ports.PortTaken):
        current = _open()
    try:
        yield
    finally:
        if current.server is not None:
            current.server.stop()
    sys.stdout.write("Everything has ended. The next start continues from here.\n")


def _open() -> Opened:
    var = var_folder()
    lock.take(var / "up.lock")  # until the last process that inherits it ends
    host = os.environ.get("HOST") or "127.0.0.1"
    mail_host = os.environ.get("MAILIN_HOST") or "127.0.0.1"
    port, mail_port, events_port = ports.choose_all(host, mail_host)
    told = {"PORT": str(port), "MAILIN_PORT": str(mail_port), "TIDEWEB_VAR": str(var)}
    os.environ |= told | {"PYTHONUNBUFFERED": "1"}
    if os.environ.get("DATABASE_URL"):
        return Opened(host, port, events_port, None)
    os.environ["STATIC_ROOT"] = os.environ.get("STATIC_ROOT") or str(var / "static")
    server = embedded_server()
    server.begin()
    return Opened(host, port, events_port, server)
