"""The table of cases: how each address is requested, or why it isn't."""

from collections.abc import Iterator, Sequence

from tests.secrecy import admin_cases, game_cases, house_cases
from tests.secrecy.addresses import Scene
from tests.secrecy.comparing import BaseApiView
from tests.secrecy.game_cases import API, PAGES, Case

EVERYDAY = ("pages", "api", "letters")
RARE = ("methods", "house", "admin")
EVERY = (*EVERYDAY, *RARE)

# Addresses that aren't requested, each with the reason.
OWN = "all about oneself, one's own sealed answers and deadlines included: rightly so"
EXEMPT: dict[str, str] = {"settings/data/export/": OWN}


def channels() -> dict[str, dict[str, Case]]:
    """The cases by channel."""
    return {
        "pages": PAGES,
        "api": API,
        "methods": {route: house_cases.of_games(route) for route in (*PAGES, *API)},
        "house": house_cases.HOUSE,
        "admin": admin_cases.cases(),
    }


def addresses(scene: Scene, wanted: Sequence[str]) -> Iterator[BaseApiView]:
    """Everything that the observer requests in this position."""
    silent = () if game_cases.told(scene) else PAGES
    for channel, table in channels().items():
        if channel in wanted:
            for route, case in table.items():
                yield from () if route in silent else case(scene)


def known() -> set[str]:
    """Every address that some case requests."""
    return {route for table in channels().values() for route in table}
