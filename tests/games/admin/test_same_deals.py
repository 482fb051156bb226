"""Of tables with the same deals, the panel shows nothing to a moderator who sits at one of them."""

import pytest

from accounts.models import User
from accounts.security import roles
from games.models import Game
from games.selectors.moderation import search
from tests.accounts.making import give_factor, member
from tests.games.duplicates.making import begun
from tests.games.making import running

pytestmark = pytest.mark.django_db


@pytest.fixture
def others() -> list[Game]:
    users = [member(name) for name in ("Anna", "Bo", "Wim")]
    return [running(users) for _game in range(3)]


@pytest.fixture
def beside(others: list[Game]) -> Game:
    return begun(name="Vlieland")[0][1]


@pytest.fixture
def marit(beside: Game) -> User:
    user = User.objects.get(name="Marit")
    roles.set_role(user, "moderator")
    give_factor(user)
    return user


@pytest.mark.usefixtures("beside")
def test_of_the_newest_games_as_many_are_found_as_of_others(
    others: list[Game], marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "PAGE_SIZE", 2)
    found = search.find(marit, "running")
    assert found.games == others[:0:-1]
    assert search.find(marit, "running", found.older).games == others[:1]
