"""Guests get no notices, so only pages can tell them of a seat that a rematch keeps for them."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from accounts.people import guest_upgrade
from games import links
from games.models import Game, Ignored
from games.services.lobby import rematches, tables
from games.services.lobby.tables import TableSettings
from tests.accounts.making import member
from tests.games.fast_forward import fast_forward
from tests.games.making import fresh
from tests.games.web.driving import browser, page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]


@pytest.fixture
def marit() -> User:
    return member("Marit")


@pytest.fixture
def over(marit: User) -> Game:
    """A game of Marit, Joost and the guest Kaatje that is over."""
    wish = TableSettings("turn-the-tide", name="Texel", seats=3, visibility="link")
    game = tables.make_table(marit, wish)
    tables.join(member("Joost"), game.code, link=links.link_token(game))
    return game


@pytest.fixture
def kaatje(over: Game) -> Client:
    client = browser()
    client.get(f"/g/{over.code}/come/{links.link_token(over)}/")
    client.post(f"/g/{over.code}/join/", {"name": "Kaatje"})
    fast_forward(fresh(over))
    return client


def guest() -> User:
    return User.objects.get(name="Kaatje")


def test_their_moves_list_the_table_where_a_seat_is_kept(
    kaatje: Client, over: Game, marit: User
) -> None:
    before = kaatje.get("/moves/pulse/?list=").content
    again = rematches.rematch(marit, over.code)
    assert kaatje.get("/moves/pulse/?list=").content != before
    shown = page(kaatje, "/moves/")
    assert f'href="/g/{again.code}/"' in shown
    assert "Sit down" in shown.partition("Not started yet")[2]
    kaatje.post(f"/g/{again.code}/decline/")
    assert again.code not in page(kaatje, "/moves/")


def test_they_still_do_once_the_guest_has_an_account(
    kaatje: Client, over: Game, marit: User
) -> None:
    again = rematches.rematch(marit, over.code)
    EmailAddress.objects.create(user=guest(), email="kaatje@example.org", verified=True)
    guest_upgrade.claim_account(guest().pk, "kaatje@example.org")
    assert again.code in page(kaatje, "/moves/")


def test_of_whom_they_hide_they_hear_nothing(kaatje: Client, over: Game, marit: User) -> None:
    Ignored.objects.create(by=guest(), whom=marit)
    again = rematches.rematch(marit, over.code)
    assert again.code not in page(kaatje, "/moves/")


def test_once_it_has_begun_its_page_says_so(kaatje: Client, over: Game, marit: User) -> None:
    again = rematches.rematch(marit, over.code)
    assert "kept for you" in page(kaatje, f"/g/{again.code}/")
    tables.start(marit, again.code, fill_with_bots=True)
    assert "The rematch has begun without you" in page(kaatje, f"/g/{again.code}/", 409)
    assert "There is no such table" in page(browser(member("Carl")), f"/g/{again.code}/", 404)
    assert "There is no such table" in page(browser(), f"/g/{again.code}/", 404)
