"""What one may know: kept by the page, or left to the players, as the table was laid."""

import pytest

from accounts.models import User
from games import selectors
from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.api.asking import at, client, good
from tests.games.making import bid_all, fresh, people, running
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return people(3)


def in_stage_two(users: list[User], **wish: object) -> Game:
    game = running(users, **wish)
    while not_none(fresh(game).table)["stage"] == 1 or not_none(fresh(game).table)["hand"] < 2:
        bid_all(game)
    return fresh(game)


def test_the_page_keeps_sets_and_cards_unless_the_table_leaves_it_to_the_players(
    users: list[User],
) -> None:
    game = in_stage_two(users)
    text = page(browser(users[0]), f"/g/{game.code}/")
    assert "What you may know" in text
    assert "holds the set that you played in stage 1" in text
    seen = not_none(selectors.observations.observation_for(game, 0))
    assert seen["you"]["known_sets"]
    assert any(seat["played"] for seat in seen["seats"])
    assert all(seat["seen_before"] for seat in seen["seats"])
    assert "holds a set that was played in earlier stages" in text

    strict = in_stage_two(users, recalls=False)
    text = page(browser(users[0]), f"/g/{strict.code}/")
    assert "What you may know" not in text
    assert "everybody relies on memory" in text
    for looks in (client(users[0]), client()):
        seen = good(looks.get(at(strict)))["observation"]
        assert not any(seat["played"] or "seen_before" in seat for seat in seen["seats"])
        assert seen["tides_left"] == []
        assert not seen.get("you", {}).get("known_sets")
        before = good(looks.get(at(strict, "hands", strict.hand_number - 1)))["before"]
        assert not any(seat["played"] for seat in before["seats"])


def test_a_table_with_bots_says_that_they_take_notes(users: list[User]) -> None:
    for level, said in ((8, True), (None, False)):
        wish = TableSettings(name="Baltrum", seats=3, bots=2, level=level, recalls=False)
        game = tables.make_table(users[0], wish)
        text = page(browser(users[0]), f"/g/{game.code}/")
        assert "everybody relies on memory" in text
        assert ("bots that think ahead note what was shown" in text) is said


def test_what_a_card_would_do_is_said_without_remembering(users: list[User]) -> None:
    strict = in_stage_two(users, recalls=False)
    assert "If you choose" in page(browser(users[0]), f"/g/{strict.code}/")


def test_a_new_table_says_so_where_there_is_something_to_remember(
    users: list[User],
) -> None:
    ask = browser(users[0])
    assert "Cards seen before" in page(ask, "/games/new/?game=turn-the-tide")
    assert "Cards seen before" not in page(ask, "/games/new/?game=turning-tides")
    assert tables.make_table(users[0], TableSettings(name="Texel", seats=3)).recalls


def test_rowboat_lists_the_cards_of_the_deal(users: list[User]) -> None:
    for recalls in (True, False):
        game = running(users[:2], ruleset="rowboat", recalls=recalls)
        while (
            not_none(fresh(game).table)["phase"] != "play"
            or len(not_none(fresh(game).table)["history"]) < 2
        ):
            bid_all(game)
        text = page(browser(users[0]), f"/g/{game.code}/")
        assert ("Played in this deal" in text) is recalls
