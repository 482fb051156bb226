"""PgBouncer in front of the test database; as root, `make test` installs it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.database import new_folder
from tests.packages import install
from tideweb.embedded.processes import dies_with_parent

REMEDY = "No PgBouncer. Remedy: `apt-get install pgbouncer` (or your system's package)."
PORT = 6432  # of a socket in its own folder
LINES = 2  # connections to the database, however many clients there are


def find() -> str | None:
    return shutil.which("pgbouncer", path=os.environ.get("PATH", "") + ":/usr/sbin")


def fetch() -> bool:
    """Finds PgBouncer or, as root, installs it; returns whether it is there."""
    if not find():
        install("a PgBouncer", "pgbouncer")
    return find() is not None


@contextmanager
def before(database: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Database settings that connect through PgBouncer in transaction mode."""
    folder = new_folder("tideweb-pooler-")
    account = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    file = folder / "pgbouncer.ini"
    file.touch(0o600)
    for place in (folder, file):
        os.chown(place, account.pw_uid, account.pw_gid)
    file.write_text(_told(database, folder), "utf-8")
    command = ["pgbouncer", *(f"--user={account.pw_name}",) * (os.getuid() == 0), str(file)]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [find() or REMEDY, *command[1:]], stderr=log, stdout=log, preexec_fn=dies_with_parent()
        )
    try:
        _until(folder / f".s.PGSQL.{PORT}", process)
        yield {"HOST": str(folder), "PORT": str(PORT)}
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _told(database: dict[str, Any], folder: Path) -> str:
    """Writes its configuration, which contains the database's password."""
    host = database["HOST"] or database["OPTIONS"]["host"]
    way = f"host={host} port={database['PORT']} dbname={database['NAME']} user={database['USER']}"
    return (
        f"[databases]\n{database['NAME']} = {way} password={database['PASSWORD']}\n[pgbouncer]\n"
        f"pool_mode = transaction\ndefault_pool_size = {LINES}\nauth_type = any\n"
        f"listen_port = {PORT}\nunix_socket_dir = {folder}\n"
    )


def _until(socket: Path, process: subprocess.Popen[bytes]) -> None:
    while not socket.exists():
        assert process.poll() is None, "PgBouncer ended at once"
        time.sleep(0.01)
