"""A game is explained to whoever plays it for the first time, until they know it."""

import pytest

from tests.games.making import bid_all, people, person, running, table_of
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db

ASKED = "New to this? Step by step"


def test_a_newcomer_reads_the_steps_of_the_hand() -> None:
    users, game = table_of(3)
    client = browser(users[0])
    text = page(client, f"/g/{game.code}/")
    assert ASKED in text
    assert "Two tides are up" in text
    bid_all(game)
    assert "New water covers the old" in page(client, f"/g/{game.code}/")


def test_who_knows_the_game_is_spared_it_in_every_game() -> None:
    users = people(3)
    first, second = running(users), running(users, name="Vlieland")
    client = browser(users[0])
    answer = client.post(f"/g/{first.code}/explain/", {"known": "1"})
    assert answer.headers["Location"] == f"/g/{first.code}/"
    for game in (first, second):
        assert ASKED not in page(client, f"/g/{game.code}/")
    assert ASKED in page(browser(users[1]), f"/g/{first.code}/")


def test_it_can_be_had_back_where_there_is_something_to_explain() -> None:
    users, game = table_of(3)
    client = browser(users[0])
    client.post(f"/g/{game.code}/explain/", {"known": "1"})
    assert "Explain the game step by step" in page(client, f"/g/{game.code}/")
    client.post(f"/g/{game.code}/explain/")
    assert ASKED in page(client, f"/g/{game.code}/")
    users[0].refresh_from_db()
    assert users[0].learned == []
    client.post(f"/g/{game.code}/explain/", {"known": "1"})
    for _first_hands in range(3):
        bid_all(game)
    assert "Explain the game step by step" not in page(client, f"/g/{game.code}/")


def test_an_onlooker_and_somebody_signed_out_see_none_of_it() -> None:
    _users, game = table_of(3, visibility="public")
    for client in (browser(person("Ute")), browser()):
        text = page(client, f"/g/{game.code}/")
        assert ASKED not in text
        assert "Explain the game" not in text


def test_asking_by_get_changes_nothing() -> None:
    users, game = table_of(3)
    client = browser(users[0])
    assert client.get(f"/g/{game.code}/explain/").status_code == 405
    assert browser().post(f"/g/{game.code}/explain/", {"known": "1"}).status_code == 403
    assert ASKED in page(client, f"/g/{game.code}/")
