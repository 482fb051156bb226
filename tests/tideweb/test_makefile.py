"""What `make setup` does in a folder with an odd name."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from django.conf import settings


def test_a_folder_may_have_an_apostrophe(tmp_path: Path) -> None:
    folder = tmp_path / "the O'Briens"
    folder.mkdir()
    shutil.copy(settings.BASE_DIR / "Makefile", folder)
    (folder / "requirements-dev.lock").touch()
    done = subprocess.run(
        ["make", "--dry-run", "setup", "PYTHON=python3"], cwd=folder, env=os.environ,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    commands = done.stdout.replace("\\\n", "").splitlines()
    (words,) = [shlex.split(line) for line in commands if "tideweb.pth" in line]
    compile(words[-1], "tideweb.pth", "exec")
