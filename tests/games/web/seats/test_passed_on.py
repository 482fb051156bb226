"""What somebody reads who comes back to a table where another has taken their seat."""

import pytest

from accounts.models import User
from games import links
from games.models import Game
from games.services.seats import absence, substitutes
from tests.games.making import person, running
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db
GONE = "Somebody else has taken your seat at this table, and it isn’t open to everybody."
NO_SUCH = "There is no such table, or it isn’t open to you."


def passed_on(visibility: str) -> tuple[User, Game]:
    marit, joost = person("Marit"), person("Joost")
    game = running([marit, joost], ruleset="turning-tides", visibility=visibility)
    absence.leave(marit, game.code)
    index = game.seats.get(user=marit).index
    substitutes.take(person("Wim"), game.code, index, link=links.link_token(game))
    return marit, game


def test_at_a_table_by_link_they_read_why_it_is_closed_to_them() -> None:
    marit, game = passed_on(Game.Visibility.LINK)
    said = page(browser(marit), f"/g/{game.code}/", 404)
    assert GONE in said
    assert NO_SUCH not in said


@pytest.mark.parametrize("method", ["get", "post"])
def test_so_they_do_where_the_button_of_the_e_mail_leads(method: str) -> None:
    marit, game = passed_on(Game.Visibility.LINK)
    said = getattr(browser(marit), method)(f"/g/{game.code}/back/", {"how": "back"})
    assert said.status_code == 404
    assert GONE in said.text
    assert "Back to the table" not in said.text


def test_so_they_do_who_answer_on_a_page_that_was_open_before() -> None:
    marit, game = passed_on(Game.Visibility.LINK)
    said = browser(marit).post(f"/g/{game.code}/bid/", {"hand": "1"})
    assert GONE in said.text


def test_nobody_else_learns_that_there_is_such_a_table() -> None:
    _marit, game = passed_on(Game.Visibility.LINK)
    for user in (None, person("Henning")):
        assert NO_SUCH in page(browser(user), f"/g/{game.code}/", 404)
    assert NO_SUCH in page(browser(person("Ute")), f"/g/{game.code}/back/", 404)


def test_at_a_public_table_they_watch() -> None:
    marit, game = passed_on(Game.Visibility.PUBLIC)
    assert "You are watching." in page(browser(marit), f"/g/{game.code}/")


def test_their_moves_do_not_say_that_they_never_played() -> None:
    marit, _game = passed_on(Game.Visibility.PUBLIC)
    for path in ("/moves/", "/games/?show=mine"):
        said = page(browser(marit), path)
        assert "You aren’t in any game" in said
        assert "any game yet" not in said
