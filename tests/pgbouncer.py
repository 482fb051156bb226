"""A PgBouncer before the tests' database; root has it installed by `make test`."""

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
PORT = 6432  # of a socket in a folder of its own
LINES = 2  # that it keeps to the database, however many come


def find() -> str | None:
    return shutil.which("pgbouncer", path=os.environ.get("PATH", "") + ":/usr/sbin")


def fetch() -> bool:
    """Find it, or have root's system install it; whether it is there now."""
    if not find():
        install("a PgBouncer", "pgbouncer")
    return find() is not None


@contextmanager
def before(database: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What in the settings of that database leads through a PgBouncer in transaction mode."""
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
    """Its configuration; the password of the database is in it."""
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
