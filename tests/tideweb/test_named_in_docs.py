"""What the documents tell people to run, open or look up is there: commands, files, settings.

Planted: a target of make that was renamed, a setting that nothing reads any more.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management import get_commands

from tests.tideweb.test_documents import PAGES

ROOT = Path(settings.BASE_DIR)
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
OURS = r"(?:accounts|deploy|docs|games|locale|templates|tests|tideweb)"
# What the game of docs/adding-a-game.md, and any other, would have.
OF_A_GAME = re.compile(r"NAME|FEATURE|high_card|/plain/")
COMMAND = re.compile(r"(?:^ {4}|`)make\s+([a-z-]+)", re.MULTILINE)
MANAGE = re.compile(r"manage\.py ([a-z_]+)")
MODULE = re.compile(rf"-m\s({OURS}(?:\.\w+)*)")
FILE = re.compile(rf"`({OURS}/[\w./-]+)")
LINK = re.compile(r"\]\(([\w./-]+)[)#]")


def gone(name: str, text: str) -> Iterator[str]:
    """What a document names and isn't there."""
    yield from (f"make {target}" for target in COMMAND.findall(text) if target not in TARGETS)
    yield from (each for each in MANAGE.findall(text) if each not in get_commands())
    yield from (module for module in MODULE.findall(text) if not _runs(module))
    yield from (
        file
        for file in FILE.findall(text)
        if not OF_A_GAME.search(file) and not (ROOT / file).exists()
    )
    beside = (ROOT / name).parent
    yield from (link for link in LINK.findall(text) if not (beside / link).exists())


def _runs(module: str) -> bool:
    path = ROOT / module.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def test_what_is_named_is_there() -> None:
    """CHANGELOG.md also names what there was."""
    planted = "`make lnit`, `manage.py mailout`, `python -m tests.clubs`, `docs/a.md`, [it](x.md)"
    assert list(gone("README.md", planted)) == [
        *("make lnit", "mailout", "tests.clubs", "docs/a.md", "x.md")
    ]
    found = [each for name, text in PAGES.items() for each in gone(name, text)
             if name != "CHANGELOG.md"]  # fmt: skip
    assert found == []


def test_every_setting_that_is_listed_is_read() -> None:
    """The reverse of `test_settings.test_every_variable_is_documented`."""
    section = PAGES["docs/operating.md"].partition("\n## Settings\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE)
    listed = {name for cell in cells for name in re.findall(r"`([A-Z_]+[A-Z])`", cell)}
    assert {"DATABASE_URL", "LOG_FORMAT", "WEB_THREADS"} <= listed
    code = "".join(file.read_text("utf-8") for file in (ROOT / "tideweb").rglob("*.py"))
    assert [name for name in sorted(listed) if f'"{name}"' not in code] == []
