"""A table of any game is laid by one form, whose seats, options and words are the game's."""

import pytest

from games.models import Game
from tests.all_games import SMALLEST
from tests.games.making import person
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db

SENT = {
    "name": "Juist", "seats": "2", "bots": "1", "hours": "24", "visibility": "link",
    "policy": "lowest", "entropy": "",
}  # fmt: skip


@pytest.mark.parametrize("slug", SMALLEST)
def test_each_game_is_a_link_away(slug: str) -> None:
    text = page(browser(person()), "/games/new/", game=slug)
    assert f'name="game" value="{slug}"' in text
    assert text.count('aria-current="page"') >= 1
    for other in SMALLEST:
        assert f'href="?game={other}&amp;more=1"' in text


def test_the_words_for_a_miss_are_those_of_the_game() -> None:
    client = browser(person())
    assert "my lowest card or bid" in page(client, "/games/new/", game="rowboat")
    assert "my lowest card or bid" not in page(client, "/games/new/", game="turn-the-tide")


def test_a_novice_table_of_rowboat_is_started() -> None:
    client = browser(person())
    options = {"option_novice": "True", "option_misplays": "False"}
    sent = client.post("/games/new/", {**SENT, "game": "rowboat", **options})
    game = Game.objects.get()
    assert sent["Location"] == f"/g/{game.code}/"
    assert (game.ruleset, game.options["novice"]) == ("rowboat", True)


def test_options_that_exclude_each_other_are_refused_on_the_form() -> None:
    client = browser(person())
    options = {"option_novice": "True", "option_misplays": "True"}
    sent = client.post("/games/new/", {**SENT, "game": "rowboat", **options})
    assert sent.status_code == 400
    assert "exclude each other" in sent.content.decode()
    assert not Game.objects.exists()
