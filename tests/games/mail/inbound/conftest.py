"""The table at which most mails are written."""

import pytest

from accounts.models import User
from games.models import Game
from tests.games.mail.reading import begun
from tests.games.making import user_at


@pytest.fixture
def game() -> Game:
    """The first hand of three people is open."""
    return begun(3)


@pytest.fixture
def marit(game: Game) -> User:
    """Whoever sits at the first seat."""
    return user_at(game, 0)
