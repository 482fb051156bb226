"""The table of parts in docs/adding-a-game.md names every part and an interface that games keep."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.catalogue import GAMES

PAGE = settings.BASE_DIR / "docs" / "adding-a-game.md"
ROW = re.compile(r"^\| `(\w+)` \| [^|]+ \| `([\w.]+)\.(\w+)` \|", re.MULTILINE)
PARTS = {name: (module, kind) for name, module, kind in ROW.findall(PAGE.read_text("utf-8"))}


def named_by(interface: Any) -> set[str]:
    """The members of a Protocol."""
    methods = {name for name, value in vars(interface).items() if callable(value)}
    return {name for name in methods | set(interface.__annotations__) if not name.startswith("_")}


def test_the_page_names_every_part() -> None:
    folders = [Path(str(import_module(game.package).__file__)).parent for game in GAMES.values()]
    there = {file.stem for folder in folders for file in folder.iterdir() if file.stem[:1] != "_"}
    assert there == set(PARTS)


@pytest.mark.parametrize("name", PARTS)
def test_every_game_keeps_the_interface_of_its_part(name: str) -> None:
    module, kind = PARTS[name]
    wanted = named_by(getattr(import_module(module), kind))
    parts = {slug: part for slug, game in GAMES.items() if (part := game.part(name))}
    missing = {slug: names for slug, part in parts.items() if (names := wanted - set(dir(part)))}
    assert wanted
    assert missing == {}
