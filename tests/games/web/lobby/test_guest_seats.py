"""A friend with the link sits down among people without an account."""

import re
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from accounts.models import User
from accounts.people.new_accounts import make_guest
from games import links
from games.models import Game
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from tests.accounts.people.test_first_confirmation import with_one_press
from tests.accounts.people.test_signing_up import link, sign_up
from tests.games.making import bid, fresh, people
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]


def table(**wish: Any) -> Game:
    maker, other = people(2)
    wishes: dict[str, Any] = {"name": "Texel", "seats": 3, "visibility": "link"}
    game = tables.make_table(maker, TableSettings(**{**wishes, **wish}))
    tables.join(other, game.code, link=links.link_token(game))
    return game


def test_no_guest_is_promised_an_email() -> None:
    client = browser()
    client.post("/play/", {"game": "turn-the-tide"})
    game = Game.objects.get()
    guest = User.objects.get(kind=User.Kind.GUEST)
    bid(game, guest)
    shown = page(client, "/moves/")
    assert "Nothing is waiting for you" in shown
    assert "We’ll e-mail you" not in shown
    assert "You’re playing as a guest, so we can’t tell you when it’s your move." in shown


def by_link(game: Game) -> Client:
    client = browser()
    assert client.get(f"/g/{game.code}/come/{links.link_token(game)}/").status_code == 302
    return client


def guests() -> list[str]:
    return list(User.objects.filter(kind=User.Kind.GUEST).values_list("name", flat=True))


def test_pages_that_were_open_before_may_still_be_sent() -> None:
    """A guest has one tab more, or goes back to the page before."""
    client = Client(enforce_csrf_checks=True)
    sent = token(client, "/")
    for count, slug in enumerate(("turn-the-tide", "rowboat"), 1):
        assert client.post("/play/", {**sent, "game": slug}).status_code == 302
        assert Game.objects.count() == count
    assert len(guests()) == 1


def test_pages_of_whoever_signed_out_before_are_not_sent_as_the_guest() -> None:
    """Two people at one computer, who leave their tabs open."""
    (marit,) = people(1)
    client = Client(enforce_csrf_checks=True)
    sign_in = {"login": marit.email, "password": marit.name}
    EmailAddress.objects.create(user=marit, email=marit.email, verified=True, primary=True)
    client.post("/account/login/", {**sign_in, **token(client, "/account/login/")})
    table, hers = {"game": "turn-the-tide", "preset": "day"}, token(client, "/games/new/")
    client.post("/account/logout/", hers)
    assert client.post("/play/", token(client, "/")).status_code == 302
    assert len(guests()) == Game.objects.count() == 1
    assert client.post("/games/new/", {**table, **hers}).status_code == 403
    assert Game.objects.count() == 1


def token(client: Client, path: str) -> dict[str, str]:
    """The token of the forms on this page."""
    name = "csrfmiddlewaretoken"
    return {name: not_none(re.search(rf'name="{name}" value="([^"]+)"', page(client, path)))[1]}


def test_a_name_is_enough_and_the_game_begins() -> None:
    game = table()
    client = by_link(game)
    assert "No account needed" in page(client, f"/g/{game.code}/")
    assert (
        client.post(f"/g/{game.code}/join/", {"name": "Kaatje"})["Location"] == f"/g/{game.code}/"
    )
    assert fresh(game).state == Game.State.RUNNING
    assert "Seal" in page(client, f"/g/{game.code}/")
    assert guests() == ["Kaatje"]


def test_without_a_name_a_number_serves() -> None:
    game = table()
    by_link(game).post(f"/g/{game.code}/join/")
    (name,) = guests()
    assert name.startswith("Guest ")


def test_a_guest_without_a_name_is_called_in_their_language() -> None:
    client = browser()
    client.post("/play/", headers={"accept-language": "de"})
    (name,) = guests()
    assert name.startswith("Gast ")
    assert Game.objects.get().name == f"{name} & Bots"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("marit", "That name is taken"),
        ("The moderator", "sounds as if you spoke for this site"),
        ("<b>", "starts with a letter"),
        ("x" * 31, "at most 30 characters"),
    ],
)
def test_a_name_that_nobody_may_have_makes_no_guest_and_stays_in_the_field(
    name: str, words: str
) -> None:
    game = table()
    response = by_link(game).post(f"/g/{game.code}/join/", {"name": name})
    text = response.content.decode()
    assert (response.status_code, words in text) == (400, True)
    assert f'value="{escape(name)}"' in text
    assert 'aria-describedby="given-fault"' in text
    assert (guests(), fresh(game).state) == ([], Game.State.OPEN)


def test_a_table_that_is_full_makes_no_guest() -> None:
    game = table()
    late = by_link(game)
    by_link(game).post(f"/g/{game.code}/join/", {"name": "Kaatje"})
    response = late.post(f"/g/{game.code}/join/", {"name": "Too Late"})
    assert (response.status_code, "The game has started" in response.content.decode()) == (
        409,
        True,
    )
    assert guests() == ["Kaatje"]


def test_whoever_signs_up_comes_back_to_the_table_in_another_browser_as_well() -> None:
    game = table()
    client, phone = by_link(game), browser()
    table_page = page(client, f"/g/{game.code}/")
    (sign_in,) = re.findall(r'href="(/account/login/[^"]*)"[^>]*>I have', table_page)
    (to_sign_up,) = re.findall(r'href="(/account/signup/[^"]*)"', page(client, unescape(sign_in)))
    sign_up(client, next=parse_qs(urlsplit(unescape(to_sign_up)).query)["next"][0])
    confirmed = phone.post(link(), follow=True).content.decode()
    there = phone.get(with_one_press(phone, confirmed)["Location"], follow=True)
    assert there.request["PATH_INFO"] == f"/g/{game.code}/"
    assert "Sit down here" in there.content.decode()


def test_an_address_without_its_link_seats_nobody() -> None:
    game = table()
    assert browser().post(f"/g/{game.code}/join/", {"name": "Kaatje"}).status_code == 403
    assert guests() == []


def test_a_link_that_was_renewed_meanwhile_seats_nobody() -> None:
    game = table()
    client = by_link(game)
    assert game.maker is not None
    invitations.renew_link(game.maker, game.code)
    assert client.post(f"/g/{game.code}/join/", {"name": "Kaatje"}).status_code == 404
    assert guests() == []


def test_a_public_table_is_shared_by_a_link_that_seats_guests_as_well() -> None:
    game = table(visibility="public")
    assert game.maker is not None
    link = f"/g/{game.code}/come/{links.link_token(game)}/"
    assert link in page(browser(game.maker), f"/g/{game.code}/")
    assert "No account needed" not in page(browser(), f"/g/{game.code}/")
    assert by_link(game).post(f"/g/{game.code}/join/", {"name": "Kaatje"}).status_code == 302


def test_so_many_guests_an_hour_come_from_one_address() -> None:
    game = table()
    client = by_link(game)
    answers = [client.post(f"/g/{game.code}/join/", {"name": "!"}).status_code for _ in range(61)]
    assert (set(answers[:60]), answers[60]) == ({400}, 429)


def test_a_guest_who_has_sealed_is_told_that_nobody_tells_them_when_to_come_back() -> None:
    game = table()
    client = by_link(game)
    client.post(f"/g/{game.code}/join/", {"name": "Kaatje"})
    seat = fresh(game).seats.get(user__name="Kaatje")
    bid(game, not_none(seat.user))
    told = page(client, f"/g/{game.code}/")
    assert "so we can’t tell you when it’s your move" in told
    assert f'href="/account/signup/?next=/g/{game.code}/"' in told
    assert game.maker is not None
    bid(game, game.maker)
    assert "You’re playing as a guest" not in page(browser(game.maker), f"/g/{game.code}/")


def test_a_guest_is_told_how_to_hear_of_their_turn_and_keeps_the_name() -> None:
    game = table(seats=4)
    client = by_link(game)
    client.post(f"/g/{game.code}/join/", {"name": "Kaatje"})
    assert "Tell me by e-mail" in page(client, f"/g/{game.code}/")
    assert 'value="Kaatje"' in page(client, "/account/signup/")
    User.objects.filter(kind=User.Kind.GUEST).update(name="Gastón")
    assert 'value="Gastón"' in page(client, "/account/signup/")
    User.objects.filter(kind=User.Kind.GUEST).update(name="Gast 12ab3f")
    assert "Gast" not in page(client, "/account/signup/").partition("<main")[2]


def test_a_suspended_guest_reads_what_signing_out_costs() -> None:
    until = timezone.now() + timedelta(days=3)
    guest = make_guest(name="Kaatje")
    for user, warned in ((guest, True), (people(1)[0], False)):
        User.objects.filter(pk=user.pk).update(suspended_until=until)
        shown = page(browser(user), "/moves/", 403)
        assert "Your seats stay yours" in shown
        assert ("A guest who signs out cannot come back to these seats." in shown) == warned


def test_a_guest_who_has_given_an_address_is_not_asked_for_one_again() -> None:
    game = table()
    client = by_link(game)
    client.post(f"/g/{game.code}/join/", {"name": "Ute"})
    asking = "Give us an e-mail address, and we’ll tell you when it’s your move"
    assert asking in page(client, f"/g/{game.code}/")
    sign_up(client)
    shown = page(client, f"/g/{game.code}/")
    assert asking not in shown
    assert "We’ve sent an e-mail to <bdi>ute@example.org</bdi>." in shown
    assert 'href="/account/confirm-email/"' in shown
    assert "I have an account" in shown
    client.post(link())
    assert "playing as a guest" not in page(client, f"/g/{game.code}/")
