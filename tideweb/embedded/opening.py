"""What `manage.py up` does before Django is there: its lock, its ports, its database.

The settings are read from the environment, so the ports must be known before; and the database
starts while everything is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tideweb.embedded import lock, ports
from tideweb.embedded.binaries import NoBinaries
from tideweb.embedded.borrow import embedded_server, var_folder
from tideweb.embedded.postgres import Server, ServerError


@dataclass(frozen=True)
class Opened:
    """Where it listens, and its database (None: DATABASE_URL names another)."""

    host: str
    port: int
    events_port: int
    server: Server | None


current: Opened | None = None  # of this process: the command begins where this ends


def is_meant(arguments: Sequence[str]) -> bool:
    """Whether this command line starts everything."""
    return arguments[:1] == ["up"] and not {"-h", "--help"} & set(arguments)


@contextmanager
def opened() -> Iterator[None]:
    """All of it, for as long as the command runs; SystemExit says why not."""
    global current
    try:
        current = _open()
    except (lock.Held, ports.PortTaken, NoBinaries, ServerError) as error:
        sys.exit(f"{error}")
    try:
        yield
    finally:
        if current.server is not None:
            current.server.stop()
    sys.stdout.write("Everything has ended. The next start continues where this one was.\n")


def _open() -> Opened:
    var = var_folder()
    lock.take(var / "up.lock")  # until the last process that has it from us ends
    host = os.environ.get("HOST") or "127.0.0.1"
    mail_host = os.environ.get("MAILIN_HOST") or "127.0.0.1"
    port = ports.choose("PORT", ports.WEB, host)
    mail_port = ports.choose("MAILIN_PORT", ports.MAIL, mail_host)
    events_port = ports.choose("EVENTS_PORT", port + 1, host)
    told = {"PORT": str(port), "MAILIN_PORT": str(mail_port), "TIDEWEB_VAR": str(var)}
    os.environ |= told | {"PYTHONUNBUFFERED": "1"}
    if os.environ.get("DATABASE_URL"):
        return Opened(host, port, events_port, None)
    os.environ.setdefault("STATIC_ROOT", str(var / "static"))
    server = embedded_server()
    server.begin()
    return Opened(host, port, events_port, server)
