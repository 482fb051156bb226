"""How strong a bot is, where one chooses it and where it sits."""

import pytest
from django.test import Client

from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.wording.levels import measured
from tests.games.making import person
from tests.games.web.driving import browser, page


@pytest.mark.django_db
def test_pages_say_it_where_a_level_is_chosen_and_where_it_sits() -> None:
    user = person()
    ask = browser(user)
    game = tables.make_table(user, TableSettings("rowboat", "Memmert", 4, bots=1, level=8))
    words = measured(8, "rowboat")
    assert "Elo" in words
    assert f"{words}: has an arm" in page(ask, "/games/new/?game=rowboat&more=1")
    table = page(ask, f"/g/{game.code}/")
    assert f"{words}: has an arm" in table
    assert table.count(words) > 1, "the seat has it as well"
    assert "+100 wins 64 of a hundred" in table
    assert measured(8, "turn-the-tide") in page(Client(), "/")
