"""The code in docs/adding-a-game.md passes the checks that a game must pass, so that nobody who
copies it starts with faults of ours.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import copy

import pytest
from django.conf import settings

from tests.examples.reading import BLOCK, write_package

PAGE = "adding-a-game.md"
DOCS = settings.BASE_DIR / "docs"
SHOWN = dict(BLOCK.findall((DOCS / PAGE).read_text(encoding="utf-8")))
RUFF = str(Path(sys.executable).parent / "ruff")


@pytest.mark.parametrize("check", [("check",), ("format", "--check")], ids=" ".join)
@pytest.mark.parametrize("path", SHOWN)
def test_it_is_linted_and_formatted(path: str, check: Sequence[str]) -> None:
    command = [RUFF, *check, "--no-cache", "--stdin-filename", f"{path}.py", "-"]
    done = subprocess.run(
        command, input=SHOWN[path], cwd=settings.BASE_DIR, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_it_has_strict_types(tmp_path: Path) -> None:
    """Without the plugins of Django and REST framework, which would read the whole project."""
    write_package(PAGE, "games/catalogue/", tmp_path)
    write_package(PAGE, "docs/", tmp_path)
    copy(DOCS / "verify_rules" / "__init__.py", tmp_path / "verify_rules")
    command = [sys.executable, "-m", "mypy", "--config-file=", "--strict", "--cache-dir=.mypy"]
    done = subprocess.run(
        [*command, "--explicit-package-bases", "high_card", "verify_rules"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(settings.BASE_DIR)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
