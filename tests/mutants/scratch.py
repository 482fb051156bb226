"""A copy of a tree in which mutants may be put, and the tests that run there."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.covering import file_of
from tests.mutants.kept import Mutant, Place, mutated
from tests.mutants.picking import RESULT, TESTS, TOO_LONG

LEFT_OUT = shutil.ignore_patterns(
    ".git",
    ".venv*",
    "var",
    ".test-database",
    "build",
    "dist",
    "staticfiles",
    "test-results",
    ".*_cache",
    ".hypothesis",
)
WHOLE = "the whole run"
REACHED = "MUTANTS_REACHED"  # a folder, for `reaching.py`
START = 120.0  # seconds for PostgreSQL, migrations and collecting, on a busy machine


@dataclass(frozen=True)
class Ran:
    """What became of one run: who found something, and how many tests were run to the end."""

    by: str | None
    how: str
    ran: int
    there: list[str]
    timeout: bool
    seconds: float

    @property
    def died(self) -> bool:
        """It ended among its tests, without one that failed: perhaps not by the mutant."""
        return self.by == WHOLE and bool(self.there)


class Scratch:
    """A copy of its own, with a folder for temporary files: several may run beside each other."""

    def __init__(self, tree: Path) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="mutants-"))
        self.home.chmod(0o711)  # PostgreSQL, which is not root, walks through it
        self.tree = self.home / "tree"
        self.temporary = self.home / "tmp"
        self.temporary.mkdir()
        self.temporary.chmod(0o711)
        self.python = python_of(tree)
        shutil.copytree(tree, self.tree, ignore=LEFT_OUT, symlinks=True)
        ours = self.tree / "tests/mutants"
        shutil.rmtree(ours, ignore_errors=True)
        shutil.copytree(Path(__file__).parent, ours)

    def remove(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)

    @contextmanager
    def holding(self, mutant: Mutant, place: Place) -> Iterator[None]:
        """The copy with a mutant in it."""
        path = self.tree / place.file
        source = path.read_text()
        try:
            put(path, mutated(source, mutant, place))
            yield
        finally:
            put(path, source)

    def run(self, tests: list[str], seconds: dict[str, float]) -> Ran:
        """Until the first fails; none may last ten times as long as it did, and a minute."""
        limits = [(test, 60 + 10 * seconds[test]) for test in tests]
        return self._pytest(limits, ["-x"], START + 5 * sum(seconds.values()))

    def all_of(self, tests: list[str]) -> Ran:
        """Only which of these tests there are."""
        return self._pytest([(test, 60) for test in tests], ["--collect-only"], 3 * START)

    def mapped(self, folder: Path, *more: str) -> int:
        """All tests (or these), two processes of them, while `reaching.py` looks on."""
        folder.mkdir(parents=True, exist_ok=True)
        plugin = {"PYTEST_PLUGINS": "tests.mutants.reaching", REACHED: str(folder.resolve())}
        command = [self.python, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *more]
        environment = {**os.environ, **plugin, "PYTHONPATH": str(self.tree)}
        return subprocess.call(
            command, cwd=self.tree, env={**environment, "TMPDIR": str(self.temporary)}
        )

    def _pytest(self, limits: list[tuple[str, float]], how: list[str], longest: float) -> Ran:
        asked, result = self.home / "tests.json", self.home / "result.json"
        asked.write_text(json.dumps(limits))
        result.unlink(missing_ok=True)
        files = dict.fromkeys(file_of(test) for test, _ in limits)
        # The environment's own .pth file names the tree that is not to be run.
        more = {TESTS: str(asked), RESULT: str(result), "PYTHONPATH": str(self.tree)}
        command = [self.python, "-m", "pytest", "-q", "-n0", "-p", "tests.mutants.picking"]
        command += ["-p", "no:cacheprovider", "--no-header", "--tb=line", *how, *files]
        before = time.monotonic()
        output, code = self._ended(command, more, longest)
        return said(result, output, code, time.monotonic() - before)

    def _ended(self, command: list[str], more: dict[str, str], longest: float) -> tuple[str, int]:
        environment = os.environ | more | {"TMPDIR": str(self.temporary)}
        with (self.home / "output.txt").open("w+") as output:
            process = subprocess.Popen(
                command,
                cwd=self.tree,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                code = process.wait(longest)
            except subprocess.TimeoutExpired:
                self._end(process)
                code = -signal.SIGALRM
            output.seek(0)
            return output.read(), code

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """First as by Ctrl+C; then everything that it started, with its PostgreSQL."""
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for path in self.temporary.rglob("postmaster.pid"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(path.read_text().split()[0]), signal.SIGINT)


def python_of(tree: Path) -> str:
    own = tree / ".venv/bin/python"
    return str(own) if own.exists() else sys.executable


def put(path: Path, source: str) -> None:
    """What was compiled goes: of two files of one second and size Python would take the old."""
    path.write_text(source)
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()


def said(result: Path, output: str, code: int, seconds: float) -> Ran:
    """What the plugin wrote; nothing if the tests could not even begin."""
    told = json.loads(result.read_text()) if result.exists() else {}
    by, how, ran = told.get("by"), told.get("how", ""), told.get("ran", 0)
    timeout = code == -signal.SIGALRM or TOO_LONG in how
    if code and not by:
        by, how = WHOLE, f"ended with {code}: {output.strip()[-500:]}"
    return Ran(by, how, ran, told.get("there", []), timeout, round(seconds, 1))
