"""`make` in a folder with an odd name, and with the settings of another project."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
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


def test_a_folder_may_have_an_umlaut_where_the_locale_has_none(tmp_path: Path) -> None:
    """Python reads .pth files by the locale, even in its UTF-8 mode."""
    folder, packages = tmp_path / "Müller", tmp_path / "packages"
    for each in (folder, packages):
        each.mkdir()
    text = (settings.BASE_DIR / "Makefile").read_text(encoding="utf-8").replace("\\\n", "")
    (line,) = [line for line in text.splitlines() if "tideweb.pth" in line and "-c" in line]
    writing = shlex.split(line)[-1].replace("sysconfig.get_path('purelib')", repr(str(packages)))
    subprocess.run([sys.executable, "-c", writing], cwd=folder, check=True)
    asking = f"import site, sys; site.addsitedir({str(packages)!r}); print(ascii(sys.path))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", asking], cwd=tmp_path, env={"LC_ALL": "C"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ascii(str(folder)) in done.stdout


@pytest.mark.parametrize("name", ["DJANGO_SETTINGS_MODULE", "PYTHONPATH", "PYTHONHOME"])
def test_the_settings_of_another_project_are_forgotten(name: str) -> None:
    assert shown(f"$${name}", {name: "/another"}) == "[]\n"


def test_the_home_of_another_python_hides_none_of_ours() -> None:
    assert shown("$(PYTHON)", {"PYTHONHOME": "/another"}) == shown("$(PYTHON)", {})


def test_a_machine_may_have_no_python3_beside_its_python_of_a_version(tmp_path: Path) -> None:
    """make 4.3 drops what a `$(shell …)` found if its last command isn't there."""
    for name in ("make", "sh"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    only = tmp_path / "python3.13"
    only.write_text("#!/bin/sh\n")
    only.chmod(0o755)
    assert re.fullmatch(r"\[\S*python3\.1[123]\]\n", shown("$(PYTHON)", {"PATH": str(tmp_path)}))


def shown(text: str, more: Mapping[str, str]) -> str:
    """What a command of the Makefile would have there."""
    done = subprocess.run(
        ["make", "--no-print-directory", "--eval",
         f"show:; @echo [{text}]", "show"],
        cwd=settings.BASE_DIR, env={**os.environ, **more},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def set_up(venv: Path, does: str = "[ $1 = -c ]") -> str:
    """What `make setup` says with a Python of the right version that makes no venv."""
    python = venv.with_name(f"{venv.name}-python")
    python.write_text(f"#!/bin/sh\n{does}")
    python.chmod(0o755)
    done = subprocess.run(
        ["make", "setup", f"PYTHON={python}", f"VENV={venv}"], cwd=settings.BASE_DIR,
        env=os.environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    return done.stdout


@pytest.mark.parametrize(("mark", "left"), [(".unfinished", False), (".ready-before", True)])
def test_a_setup_that_was_interrupted_begins_anew(tmp_path: Path, mark: str, left: bool) -> None:
    for name in ("half.py", mark):
        (tmp_path / name).touch()
    set_up(tmp_path)
    assert (tmp_path / ".unfinished").exists()
    assert (tmp_path / "half.py").exists() == left


def test_an_environment_whose_python_is_gone_begins_anew(tmp_path: Path) -> None:
    """As after an upgrade of the system."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").symlink_to("/usr/bin/python3.99")
    (tmp_path / ".ready").touch()
    set_up(tmp_path)
    assert sorted(each.name for each in tmp_path.iterdir()) == [".unfinished"]


def test_an_environment_that_was_moved_begins_anew(tmp_path: Path) -> None:
    """Its commands would run what is, or is no more, where it was."""
    ready_with(tmp_path, "/moved/from/here")
    set_up(tmp_path)
    assert not (tmp_path / "bin").exists()


@pytest.mark.parametrize("older", [False, True])
def test_an_environment_in_its_place_is_left_alone(tmp_path: Path, older: bool) -> None:
    """The mark of an older one is empty."""
    ready_with(tmp_path, "" if older else f"{tmp_path.resolve()}\n")
    link = tmp_path.with_name(f"{tmp_path.name}-link")  # as in a worktree
    link.symlink_to(tmp_path)
    for venv in (tmp_path, link):
        done = subprocess.run(
            ["make", "setup", f"VENV={venv}"], cwd=settings.BASE_DIR, env=os.environ,
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert "Nothing to be done" in done.stdout


def ready_with(venv: Path, mark: str) -> None:
    (venv / "bin").mkdir()
    (venv / "bin/python").symlink_to(sys.executable)
    (venv / ".ready").write_text(mark)


def test_a_folder_to_which_nothing_can_be_written_is_told_in_words(tmp_path: Path) -> None:
    """As on a full disk, or in another user's clone."""
    (tmp_path / ".unfinished").mkdir()
    assert "Nothing can be written to" in (said := set_up(tmp_path))
    assert "a disk with room" in said


def test_an_environment_that_could_not_be_made_is_told_in_words(tmp_path: Path) -> None:
    """As on a full disk."""
    assert "The environment couldn't be made" in set_up(tmp_path)
    assert (tmp_path / ".unfinished").exists()


def test_packages_that_no_index_sends_are_told_in_words(tmp_path: Path) -> None:
    said = set_up(tmp_path, "[ $1 = -c ] || mkdir -p $3/bin && ln -sf /bin/false $3/bin/python")
    assert "The packages couldn't be installed" in said
    assert (tmp_path / ".unfinished").exists()


def test_a_setup_that_is_still_at_work_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "half.py").touch()
    (tmp_path / ".unfinished").write_text(f"{os.getpid()}\n")
    assert f"Another set-up is at work here (process {os.getpid()})" in set_up(tmp_path)
    assert (tmp_path / "half.py").exists()


def test_the_environment_of_another_folder_is_left_alone(tmp_path: Path) -> None:
    """As in a worktree whose `.venv` is a link."""
    theirs, link = tmp_path / "theirs", tmp_path / "link"
    theirs.mkdir()
    for name in ("half.py", ".unfinished"):
        (theirs / name).touch()
    link.symlink_to(theirs)
    assert f"{link} is a link to {theirs}" in set_up(link)
    assert (theirs / "half.py").exists()


def test_what_make_unit_runs_needs_no_database() -> None:
    """It runs them without one."""
    text = (settings.BASE_DIR / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    (words,) = [line.split()[4:] for line in text.splitlines() if line.startswith("UNIT :=")]
    at = words.index("--ignore")
    asked, ignored = words[:at], {settings.BASE_DIR / each for each in words[at + 1 :]}
    files = {
        file
        for each in asked
        for file in [settings.BASE_DIR / each, *(settings.BASE_DIR / each).rglob("*.py")]
        if file.is_file()
    }
    assert len(files) > 100
    needing = [file.name for file in files - ignored if "django_db" in file.read_text("utf-8")]
    assert needing == []
