"""`make` in a folder with an odd name, and with the settings of another project."""

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


def test_the_settings_of_another_project_are_forgotten() -> None:
    done = subprocess.run(
        ["make", "PYTHON=python3", "--eval", "show:; @echo [$$DJANGO_SETTINGS_MODULE]", "show"],
        cwd=settings.BASE_DIR, env={**os.environ, "DJANGO_SETTINGS_MODULE": "another.settings"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "[]\n"
