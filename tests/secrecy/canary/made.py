"""Registers Canary in the catalogue while tests need it."""

from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from django.urls import get_resolver

from games.catalogue import GAMES
from games.catalogue.game_type import GameType
from tests.secrecy.canary import rules, words


class Made(GameType):
    """A game whose parts are in another package."""

    def part(self, name: str) -> Any:
        return {"rules": rules, "wording": words}.get(name)


def registered() -> AbstractContextManager[Any]:
    """Context manager: registers Canary. Whatever is created per game at import time exists
    already.
    """
    get_resolver().url_patterns  # noqa: B018 – imports all views, and the examples of the API
    return patch.dict(GAMES, {rules.SLUG: Made(__name__, rules.SLUG)})
