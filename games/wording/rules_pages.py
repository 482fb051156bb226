"""Rules of a game as a page of the site, `/rules/SLUG/`, for games with a module `rules_page`."""

from collections.abc import Mapping
from typing import Any, Protocol

from games.catalogue import GAMES
from games.catalogue.game_type import Parts


class RulesPage(Protocol):
    """The interface of such a module."""

    TEMPLATE: str  # extends base.html

    def summary(self) -> str:
        """The rules in a few sentences, for the list of all games."""

    def context(self) -> Mapping[str, Any]:
        """What the template needs: positions and cards to draw."""


RULES_PAGES: Parts[RulesPage] = Parts(GAMES, "rules_page")
