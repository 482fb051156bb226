"""boardgame.io with the same game on the same PostgreSQL, where Node and npm are there.

Once on a storage of ours, as lean as its interface allows, and once on bgio-postgres, the public
one that a developer would pick.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests.bench.cost import Spent, spent_by
from tests.brokers import free_port
from tests.faults.house import ROOT, House
from tideweb.embedded.processes import dies_with_parent

SOURCE = Path(__file__).parent / "boardgameio"
FOLDER = ROOT / "var" / "bench-peer"
SERVERS = {"lean storage": "server.js", "bgio-postgres": "server_bgio_postgres.js"}
STORING = 0.5  # seconds in which it stores what it has acknowledged before


def install() -> bool:
    """Lays out game, server and driver with their packages; False without Node and npm."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return False
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in SOURCE.iterdir():
        shutil.copy(file, FOLDER)
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
    return subprocess.run(command, cwd=FOLDER, timeout=300, check=False).returncode == 0


class Peer:
    """Its server on one of the two storages, and a driver that plays eight people, beside a house
    whose PostgreSQL it uses.
    """

    def __init__(self, house: House, storage: str) -> None:
        self._house, self._script = house, SERVERS[storage]
        self._name = f"bench_{Path(self._script).stem}"
        self._ended = ExitStack()
        database = settings.DATABASES["default"]
        self._environment = {
            **os.environ,
            "PGHOST": str(database["HOST"]),
            "PGPORT": str(database["PORT"]),
            "PGUSER": str(database["USER"]),
            "PGPASSWORD": str(database["PASSWORD"]),
            "PGDATABASE": self._name,
            "NODE_ENV": "production",
        }

    def start(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {self._name}")
        port = str(free_port())
        self._server = self._node(self._script, port)
        _expect(self._server, "ready")
        self._driver = self._node("driver.js", port)

    def stop(self) -> None:
        self._ended.close()

    def bids(self, matches: int) -> tuple[int, Spent]:
        """One hand of so many matches of four: bids acknowledged, and what server and database
        spent from the first until all were stored."""
        _say(self._driver, str(matches))
        _expect(self._driver, "ready")
        with spent_by(lambda: [self._server.pid, *self._house.database_pids()]) as cost:
            _say(self._driver, "go")
            done = int(_line(self._driver))
            time.sleep(STORING)
        return done, cost

    def _node(self, *command: str) -> subprocess.Popen[str]:
        log = self._ended.enter_context((FOLDER / f"{command[0]}.log").open("w", encoding="utf-8"))
        process = subprocess.Popen(
            ["node", *command],
            cwd=FOLDER,
            env=self._environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            preexec_fn=dies_with_parent(),
        )
        self._ended.callback(process.wait)
        self._ended.callback(process.terminate)
        return process


def _say(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def _expect(process: subprocess.Popen[str], word: str) -> None:
    while (line := _line(process)) != word:
        if process.poll() is not None:
            raise RuntimeError(f"The peer ended with code {process.returncode}: see {FOLDER}.")
        if not line:
            time.sleep(0.05)
