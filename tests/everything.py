"""Runs everything: `make test`. The static checks run in parallel with the tests.

With arguments it is pytest alone, with these: `make test ARGS=tests/rules`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests import brokers, browser, budget, extracting, nginx, pgbouncer
from tests.database import ROOT

BIN = Path(sys.executable).parent
CHECKS = {
    "lint": [str(BIN / "ruff"), "check", "."],
    "format": [str(BIN / "ruff"), "format", "--check", "."],
    "imports": [str(BIN / "lint-imports")],
    "types": [str(BIN / "mypy")],
    "deployment": [
        *(sys.executable, "-m", "tests.production"),
        *("check", "--deploy", "--fail-level", "WARNING"),
    ],
}
# For two cores: a third process runs while the others wait for a browser or the database.
PROCESSES = 3
PLAN = f"""This is what must hold:
  1. {", ".join(CHECKS)}: checked beside the tests
  2. a Chromium, a Redis, an nginx, a PgBouncer and GNU gettext: found, or fetched where root may
  3. the tests, by {PROCESSES} processes, one of them for what waits
Then a line with what came of it."""


@dataclass
class Beside:
    """The static checks, one after another in a single process beside the tests."""

    process: subprocess.Popen[str]
    output: IO[str]

    def failed(self) -> bool:
        """Waits for the checks; prints their output, and returns whether any failed."""
        bad = self.process.wait() != 0
        self.output.seek(0)
        say(self.output.read().rstrip())
        return bad


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - a command


def main(arguments: Sequence[str]) -> int:
    if arguments:
        return subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT)
    began = time.monotonic()
    say(PLAN)
    beside = begin_checks()
    missing = fetch()
    tests, counted = run_tests()
    bad = beside.failed()
    minutes = (time.monotonic() - began) / 60
    say(f"{counted}, checks {'failed' if bad else 'passed'}, {minutes:.1f} minutes")
    return int(bool(tests or bad or (missing and os.environ.get("CI") == "true")))


def begin_checks() -> Beside:
    output = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - read at the end
    command = [sys.executable, "-m", "tests.everything", "--check"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, text=True
    )
    return Beside(process, output)


def check() -> int:
    """Runs each check; keeps its output, which is shown in full if it failed."""
    bad = 0
    for name, command in CHECKS.items():
        done = subprocess.run(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False,
        )  # fmt: skip
        bad += done.returncode != 0
        last = (done.stdout.strip().splitlines() or ["passed"])[-1]
        say(f"{name}: {last}" if done.returncode == 0 else f"{name} FAILED:\n{done.stdout}")
    return bad


def fetch() -> list[str]:
    """Fetches what the tests need besides Python; returns remedies for what is missing."""
    wanted = (
        (browser.fetch, browser.REMEDY),
        (brokers.fetch, brokers.REDIS_REMEDY),
        (extracting.fetch, extracting.REMEDY),
        (nginx.fetch, nginx.REMEDY),
        (pgbouncer.fetch, pgbouncer.REMEDY),
    )
    missing = [remedy for get, remedy in wanted if not get()]
    for remedy in missing:
        say(remedy)
    return missing


def run_tests() -> tuple[int, str]:
    """Runs pytest; returns its exit code and the numbers of tests passed, failed and skipped."""
    with tempfile.TemporaryDirectory() as folder:
        tally = Path(folder) / "tally"
        done = subprocess.call(
            [sys.executable, "-m", "pytest", "-q", "-n", str(PROCESSES), "--dist", "worksteal"],
            cwd=ROOT,
            env={**os.environ, budget.TALLY: str(tally)},
        )
        counts = json.loads(tally.read_text("utf-8")) if tally.exists() else {}
    failed = counts.get("failed", 0) + counts.get("error", 0)
    return (
        done,
        f"{counts.get('passed', 0)} passed, {failed} failed, {counts.get('skipped', 0)} skipped",
    )


if __name__ == "__main__":
    sys.exit(check() if sys.argv[1:] == ["--check"] else main(sys.argv[1:]))
