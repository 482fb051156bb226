"""Canary as a game of the catalogue, while tests want it there."""

from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from django.urls import get_resolver

from games.catalogue import GAMES
from games.catalogue.game_type import GameType
from tests.secrecy.canary import rules, words


class Made(GameType):
    """A game whose parts lie elsewhere."""

    def part(self, name: str) -> Any:
        return {"rules": rules, "wording": words}.get(name)


def registered() -> AbstractContextManager[Any]:
    """The canary as one of the games; what is made of each game at import has been made by then."""
    get_resolver().url_patterns  # noqa: B018 – imports all views, and the examples of the API
    return patch.dict(GAMES, {rules.SLUG: Made(__name__, rules.SLUG)})
