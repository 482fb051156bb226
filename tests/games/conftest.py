"""People, a game that they have begun, and one with some course, which hundreds of tests would
otherwise each play anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from tests.module_fixtures import kept
from tests.process_fixtures import again

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game
    from tests.accounts.sink import Sink


@pytest.fixture
def users() -> list[User]:
    """Three people."""
    from tests.games.making import people  # needs apps

    made: list[User] = again(people, 3)
    return made


@pytest.fixture
def game(users: list[User]) -> Game:
    """A game that these people have just begun."""
    from tests.games.making import begun  # needs apps

    return begun(users)


@pytest.fixture
def hedda() -> User:
    """A moderator."""
    from tests.accounts.making import staff  # needs apps

    return staff("Hedda", "moderator")


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    """A mail server that takes all letters."""
    from tests.accounts.sink import listening  # needs apps

    with listening(settings) as sink:
        yield sink


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
