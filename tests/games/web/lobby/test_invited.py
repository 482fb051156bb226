"""What the page of a table says to those who were invited, and to those who invite."""

import pytest
from django.utils import timezone

from games import links
from games.models import Game, Invitation
from games.services.lobby import invitations, rematches, tables
from games.services.lobby.tables import TableSettings
from tests.accounts.making import member
from tests.games.mail.inbound.at_table import answer_to, ask
from tests.games.mail.reading import words
from tests.games.making import fresh, running
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
SIT_DOWN = "Sit down here"


@pytest.fixture
def closed() -> Game:
    """A table by link that Ann made."""
    wish = TableSettings(name="Texel", seats=4, visibility=Game.Visibility.LINK)
    return tables.make_table(member("Ann"), wish)


def on(game: Game) -> str:
    return f"/g/{game.code}/"


@pytest.mark.parametrize("declined", [True, False])
def test_no_seat_is_offered_that_would_be_refused(closed: Game, *, declined: bool) -> None:
    bob = member("Bob")
    invitations.invite(not_none(closed.maker), closed.code, "bob@example.org")
    client = browser(bob)
    assert SIT_DOWN in page(client, on(closed))
    if declined:
        invitations.decline(bob, closed.code)
    else:
        Invitation.objects.update(expires_at=timezone.now())
    shown = page(client, on(closed))
    assert SIT_DOWN not in shown
    assert "you need the link to this table" in shown
    client.get(f"{on(closed)}come/{links.link_token(closed)}/")
    assert SIT_DOWN in page(client, on(closed))
    assert client.post(f"{on(closed)}join/").status_code == 302


def test_too_many_seats_kept_are_not_called_invitations(
    closed: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MAX_KEPT", 1)
    ann = not_none(closed.maker)
    rottum = tables.make_table(ann, TableSettings(name="Rottum", seats=3), [member("Bob")])
    member("Carl")
    response = browser(ann).post(f"{on(closed)}invite/", {"friend": "Carl"})
    assert response.status_code == 409
    assert "1 seats are kept for others at the open tables that you started" in str(response.text)
    assert "This table has sent" not in response.text
    tables.leave(ann, rottum.code)  # which closes it
    assert browser(ann).post(f"{on(closed)}invite/", {"friend": "Carl"}).status_code == 302


def test_whoever_had_a_seat_kept_is_told_that_the_game_has_begun(closed: Game) -> None:
    bob = member("Bob")
    invitations.keep_seat(not_none(closed.maker), closed.code, bob)
    tables.start(not_none(closed.maker), closed.code, fill_with_bots=True)
    assert "The game has started, so seats" in page(browser(bob), on(closed), 409)
    assert "There is no such table" in page(browser(member("Carl")), on(closed), 404)


def test_whoever_had_a_seat_in_a_rematch_is_told_that_it_has_begun() -> None:
    joost, aoife, bob = member("Joost"), member("Aoife"), member("Bob")
    old = running([joost, aoife, bob], visibility="link")
    Game.objects.filter(pk=old.pk).update(state="over", outcome={"winners": [0]})
    again = rematches.rematch(joost, old.code)
    tables.start(joost, fresh(again).code, fill_with_bots=True)
    assert "The rematch has begun without you" in page(browser(bob), on(again), 409)


def test_whoever_had_a_seat_kept_is_told_that_the_table_was_closed(closed: Game) -> None:
    ann, bob = not_none(closed.maker), member("Bob")
    invitations.keep_seat(ann, closed.code, bob)
    tables.leave(ann, closed.code)
    assert "This table was closed before the game began." in page(browser(bob), on(closed), 404)
    assert "There is no such table" in page(browser(member("Carl")), on(closed), 404)
    assert "There is no such table" in page(browser(), on(closed), 404)


def test_whoever_joined_and_left_again_is_not_said_to_have_joined(closed: Game) -> None:
    ann, bob = not_none(closed.maker), member("Bob")
    invitations.invite(ann, closed.code, "bob@example.org")
    tables.join(bob, closed.code)
    assert ">joined<" in page(browser(ann), on(closed))
    tables.leave(bob, closed.code)
    assert ">invited: " in page(browser(ann), on(closed))
    Invitation.objects.update(expires_at=timezone.now())
    assert ">declined or expired<" in page(browser(ann), on(closed))


@pytest.mark.parametrize("way", ["page", "mail"])
def test_an_address_longer_than_any_is_refused_whole(closed: Game, way: str) -> None:
    """Not stored, nor cut down to one that may be somebody else's."""
    ann, longer = not_none(closed.maker), f"{'a' * 60}@{'b' * 60}.{'c' * 60}.{'d' * 60}.museum.com"
    address = longer.replace("museum", "museum" + "m" * (255 - len(longer)))
    assert len(address) == 255
    if way == "page":
        response = browser(ann).post(f"{on(closed)}invite/", {"address": address})
        assert response.status_code == 400
        said = response.text
    else:
        assert ask(ann, closed, f"invite {address}").state == "done"
        said = words(answer_to(ann))
    assert "is not an e-mail address" in said
    assert not closed.invitations.exists()
    invitations.invite(ann, closed.code, address.replace("museumm", "museum"))
