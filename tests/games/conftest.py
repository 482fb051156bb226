"""A game with some course, which hundreds of tests would otherwise each play anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.module_fixtures import kept

if TYPE_CHECKING:
    from games.models import Game


@pytest.fixture(scope="module")
def missed_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[int]:
    """The number of a `game_with_a_miss()`."""
    from tests.games.services.moderation.setting import game_with_a_miss  # needs apps

    yield from kept(django_db_blocker, lambda: game_with_a_miss().pk)


@pytest.fixture
def missed(missed_once: int, db: None) -> Game:
    """A `game_with_a_miss()`, the same for all tests of a file; each finds it as it was made."""
    from games.models import Game

    return Game.objects.get(pk=missed_once)
