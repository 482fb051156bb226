"""How strong a bot is, beside its name, where it was measured."""

import pytest
from django.test import Client
from django.utils import translation

from games.bots import levels, strengths
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.wording.levels import measured, portrait
from tests.games.making import person
from tests.games.web.driving import browser, page


def test_a_figure_stands_beside_a_level_that_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(strengths.ELO, "rowboat", {1: -191, 3: 0, 5: 231})
    assert measured(5, "rowboat") == "Heron, 5 of 8 (Elo +231)"
    assert measured(1, "rowboat") == "Gull, 1 of 8 (Elo −191)"
    assert measured(3, "rowboat") == "Otter, 3 of 8 (Elo 0)"
    assert measured(8, "rowboat") == "Kraken, 8 of 8"
    assert measured(8, "ludo") == "Kraken, 8 of 8"
    assert portrait(5, "rowboat").startswith("Heron, 5 of 8 (Elo +231): stands still")
    with translation.override("de"):
        assert "Elo +231" in measured(5, "rowboat")


def test_figures_are_of_levels_and_grow_with_them() -> None:
    for slug, found in strengths.ELO.items():
        assert slug in levels.BY_GAME
        assert set(found) <= set(levels.LEVELS)
        assert list(found.values()) == sorted(found.values()), slug


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
