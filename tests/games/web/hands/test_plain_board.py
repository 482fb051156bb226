"""A game that has a telling but no drawings is shown in lines, and can be played so."""

import re
from collections.abc import Iterator

import pytest

from games.catalogue.turn_the_tide import wording as turn_the_tide
from games.web import boards
from tests.games.making import person, running, settle
from tests.games.web.driving import answer, browser, page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_drawings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    boards.board_of.cache_clear()
    monkeypatch.setattr(boards, "BOARDS", {})
    monkeypatch.setattr(turn_the_tide, "BOARD", "games/plain/board.html")
    monkeypatch.setattr(turn_the_tide, "ANSWER", "games/plain/answer.html")
    yield
    boards.board_of.cache_clear()


def test_every_page_of_a_game_is_shown_in_lines() -> None:
    users = [person(name) for name in ("Marit", "Joost", "Aoife")]
    game = running(users)
    me = browser(users[0])

    assert "  Marit" not in page(me, f"/g/{game.code}/")
    assert "  You  " in page(me, f"/g/{game.code}/")
    assert 'type="radio" name="bid"' in page(me, "/moves/")
    for user in users:
        answer(browser(user), game)
    assert settle(game).hand_number == 2
    (sealed,) = re.findall(r'value="(\w+)" required>', page(me, f"/g/{game.code}/"))[:1]
    me.post(f"/g/{game.code}/bid/", {"hand": "2", "bid": sealed})
    assert f'value="{sealed}" required checked>' in page(me, f"/g/{game.code}/", change="1")
    assert "is turned" in page(me, f"/g/{game.code}/hand/1/")


def test_nothing_chosen_is_said() -> None:
    users = [person(name) for name in ("Marit", "Joost", "Aoife")]
    game = running(users)
    response = browser(users[0]).post(f"/g/{game.code}/bid/", {"hand": "1"})

    assert response.status_code == 400
    assert "You haven’t chosen an answer." in response.content.decode()


def test_who_is_waited_for_is_said_once() -> None:
    users = [person(name) for name in ("Marit", "Joost", "Aoife")]
    game = running(users)
    me = browser(users[0])
    answer(me, game)
    assert page(me, f"/g/{game.code}/").count("We’re waiting for Joost and Aoife.") == 1
