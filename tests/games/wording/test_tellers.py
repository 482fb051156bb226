"""The tables of sentences by kind of event. A table takes any function, so that mypy can't see
whether each stands by the kind of event that it reads.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Literal, get_type_hints

import pytest

from games.api.schema.typed_games import SHAPES
from games.catalogue import GAMES


def modules() -> Iterator[str]:
    """Those with such a table, of all games whose events have types."""
    for slug in SHAPES:
        package = import_module(GAMES[slug].package)
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            if hasattr(import_module(found.name), "_TELLERS"):
                yield found.name


TABLES = list(modules())


def test_the_tables_are_found() -> None:
    found = {name.split(".", 3)[-1] for name in TABLES}
    assert found == {"wording.sentences", "replay_words"}


@pytest.mark.parametrize("name", TABLES)
def test_each_function_stands_by_the_kind_of_event_it_reads(name: str) -> None:
    table: dict[str, Any] = import_module(name)._TELLERS
    for kind, teller in table.items():
        event, *_others = get_type_hints(teller).values()
        assert get_type_hints(event)["kind"] == Literal[kind]
