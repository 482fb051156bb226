"""A kept seat is given back on the page: by the one for whom it is kept, or by the host."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from tests.accounts.making import member
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db
NO, BACK = "No, thanks", "Take it back"


@pytest.fixture
def ann() -> User:
    return member("Ann")


@pytest.fixture
def bob() -> User:
    return member("Bob")


def table(ann: User, *asked: User, visibility: str = "link") -> Game:
    return tables.make_table(
        ann, TableSettings(name="Texel", seats=3, visibility=visibility), asked
    )


def said(client: Client, game: Game, way: str, **form: str) -> str:
    response = client.post(f"/g/{game.code}/{way}/", form, follow=True)
    assert response.status_code == 200
    return response.text


def kept(game: Game) -> bool:
    return game.seats.exclude(kept_for=None).exists()


@pytest.mark.parametrize("visibility", ["link", "public"])
def test_whoever_is_invited_by_name_declines(ann: User, bob: User, visibility: str) -> None:
    game, client = table(ann, bob, visibility=visibility), browser(bob)
    assert NO in page(client, f"/g/{game.code}/")
    assert "You’re no longer invited to" in said(client, game, "decline")
    assert not kept(game)
    if visibility == "public":
        assert NO not in page(client, f"/g/{game.code}/")
        assert "You’re no longer invited to" in said(client, game, "decline")


def test_whoever_is_invited_by_address_declines(ann: User, bob: User) -> None:
    game, client = table(ann), browser(bob)
    invitations.invite(ann, game.code, "bob@example.org")
    assert NO in page(client, f"/g/{game.code}/")
    assert "You’re no longer invited to" in said(client, game, "decline")
    assert NO not in page(client, f"/g/{game.code}/")


def test_whoever_came_in_another_tab_keeps_their_seat(ann: User, bob: User) -> None:
    game, client = table(ann, bob), browser(bob)
    tables.join(bob, game.code)
    response = client.post(f"/g/{game.code}/decline/")
    assert response.status_code == 409
    assert "You are already at this table." in response.text
    assert game.seats.filter(user=bob).exists()


def test_the_host_takes_it_back_and_a_second_press_is_no_error(ann: User, bob: User) -> None:
    game, client = table(ann, bob), browser(ann)
    assert BACK in page(client, f"/g/{game.code}/")
    for _press in range(2):
        assert "No seat is kept for" in said(client, game, "release", name="Bob")
        assert not kept(game)
    assert BACK not in page(client, f"/g/{game.code}/")


def test_only_the_host_takes_it_back(ann: User, bob: User) -> None:
    game, carl = table(ann, bob, visibility="public"), member("Carl")
    tables.join(carl, game.code)
    client = browser(carl)
    assert BACK not in page(client, f"/g/{game.code}/")
    assert client.post(f"/g/{game.code}/release/", {"name": "Bob"}).status_code == 403
    assert kept(game)


@pytest.mark.parametrize("way", ["look", "sit", "decline"])
def test_whoever_was_told_of_a_seat_that_was_taken_back_reads_that(
    ann: User, bob: User, way: str
) -> None:
    game, client = table(ann, bob), browser(bob)
    invitations.release(ann, game.code, "Bob")
    at = f"/g/{game.code}/"
    ways = {"look": at, "sit": f"{at}join/", "decline": f"{at}decline/"}
    response = client.get(at) if way == "look" else client.post(ways[way])
    assert response.status_code == 404
    assert "No seat is kept for you at this table any more." in response.text
    assert "There is no such table" in page(browser(member("Carl")), at, 404)
