"""Somebody starts a table and never comes back: those who wait there aren't stuck for ever."""

from datetime import timedelta

import pytest

from accounts.models import User
from games import links
from games.models import Game, Seat
from games.refusals import Refused
from games.selectors.lobby.lists import WAITED_ENOUGH
from games.services.lobby import guests, invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.seats import guest_seats
from tests.accounts.making import member, staff
from tests.games.making import fresh
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db
AN_HOUR = timedelta(hours=1)
SOON = "once you have sat here for a week, so can you"


@pytest.fixture
def bob() -> User:
    return member("Bob")


@pytest.fixture
def game(bob: User) -> Game:
    """A table that a guest, who left no trace since, has from Ann; Bob and Carl wait there, and a
    seat is kept for Dora."""
    ann = member("Ann")
    made = tables.make_table(ann, TableSettings(name="Texel", seats=5, visibility="link"))
    link = links.link_token(made)
    invitations.keep_seat(ann, made.code, member("Dora"))
    guests.join(made.code, link=link, name="Gone")
    tables.leave(ann, made.code)
    for user in (bob, member("Carl")):
        tables.join(user, made.code, link=link)
    Game.objects.filter(pk=made.pk).update(maker=User.objects.get(name="Gone"))
    return fresh(made)


def sat(game: Game, user: User, *, less: timedelta = timedelta()) -> None:
    seats = Seat.objects.filter(game=game, user=user)
    joined = seats.get().joined_at
    assert joined is not None
    seats.update(joined_at=joined - WAITED_ENOUGH + less)


def test_whoever_has_sat_there_for_a_week_starts_it(game: Game, bob: User) -> None:
    sat(game, bob)
    client = browser(bob)
    shown = page(client, f"/g/{game.code}/")
    assert "Start with the players here" in shown
    assert SOON not in shown
    client.post(f"/g/{game.code}/start/")
    assert (fresh(game).state, fresh(game).seat_count) == (Game.State.RUNNING, 3)


def test_so_does_a_guest_who_waited_and_then_signed_in(game: Game) -> None:
    guest, eva = User.objects.get(name="Gone"), member("Eva")
    Game.objects.filter(pk=game.pk).update(maker=User.objects.get(name="Carl"))
    sat(game, guest)
    guest_seats.bring(guest, eva)
    assert "Start with the players here" in page(browser(eva), f"/g/{game.code}/")


def test_they_take_back_a_kept_seat_and_make_a_new_link(game: Game, bob: User) -> None:
    sat(game, bob)
    client, old = browser(bob), links.link_token(game)
    shown = page(client, f"/g/{game.code}/")
    assert "Take it back" in shown
    assert "Make a new link" in shown
    client.post(f"/g/{game.code}/release/", {"name": "Dora"})
    client.post(f"/g/{game.code}/renew/")
    assert not game.seats.exclude(kept_for=None).exists()
    assert not links.good_link(fresh(game), old)


def test_until_then_their_page_says_when(game: Game, bob: User) -> None:
    sat(game, bob, less=AN_HOUR)
    client = browser(bob)
    shown = page(client, f"/g/{game.code}/")
    assert SOON in shown
    assert "Take it back" not in shown
    said = client.post(f"/g/{game.code}/start/").content.decode()
    assert "or whoever has sat there for a week" in said
    assert fresh(game).state == Game.State.OPEN


def test_only_somebody_who_sits_there(game: Game, bob: User) -> None:
    sat(game, bob)
    tables.leave(bob, game.code)
    with pytest.raises(Refused, match="Gone"):
        tables.start(bob, game.code, fill_with_bots=True)


def test_whoever_sat_at_a_table_that_moderators_closed_reads_so_there(game: Game) -> None:
    """Also a guest, whom no e-mail tells."""
    given = CommandInput("asked", "Nobody came.")
    execution.carry_out(staff("Hedda", "chief"), "cancel", game.code, given)
    for name in ("Bob", "Gone"):
        client = browser(User.objects.get(name=name))
        assert "This table was closed before" in page(client, f"/g/{game.code}/", 404)
    stranger = browser(member("Ute"))
    assert "There is no such table" in page(stranger, f"/g/{game.code}/", 404)
