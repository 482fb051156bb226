"""A guest signs in to an account of their own, and their seats come along."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.people import guest_upgrade
from accounts.people.guest_sign_in import AGREED
from accounts.people.new_accounts import make_guest
from games.links import link_token
from games.models import Game
from games.selectors.people.export import everything
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.people import erasure
from games.services.seats import guest_seats
from games.verification import all_passed, verify
from tests.accounts.making import give_factor, member
from tests.accounts.people.test_signing_up import code_in_letter, link, sign_up
from tests.accounts.security.test_nothing_in_clear import code_of
from tests.database_dump import found
from tests.games.fast_forward import fast_forward
from tests.games.making import bid_all, fresh, running
from tests.games.web.driving import browser, page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
SIGN_IN, BY_CODE = "/account/login/", "/account/login/code/"
PASSWORD = {"login": "marit@example.org", "password": "Marit"}
QUESTION = "Bring your seats with you?"


@pytest.fixture
def guest() -> User:
    return make_guest(name="Kaatje")


@pytest.fixture
def marit() -> User:
    return member()


@pytest.fixture
def game(guest: User, marit: User) -> Game:
    return running([member("Joost"), member("Aoife"), guest])


def agreed(guest: User, way: str = SIGN_IN) -> Client:
    client = browser(guest)
    client.post(way, {"along": "1"})
    return client


def is_guest(client: Client, game: Game) -> bool:
    return "You’re playing as a guest" in page(client, f"/g/{game.code}/")


@pytest.mark.parametrize("way", [SIGN_IN, BY_CODE])
def test_a_guest_is_asked_first_and_stays_the_guest(game: Game, guest: User, way: str) -> None:
    client = browser(guest)
    asked = page(client, f"{way}?next=/games/")
    assert QUESTION in asked
    assert f'href="{reverse("account_logout")}?next=' in asked
    assert f'href="{reverse("account_signup")}?next=/games/"' in asked
    assert client.post(f"{way}?next=/games/", {"along": "1"})["Location"] == f"{way}?next=/games/"
    form = page(client, f"{way}?next=/games/")
    assert "Until then you’re still the guest" in form
    assert 'name="next" value="/games/"' in form
    assert is_guest(client, game)


def test_by_password_the_seats_come_along(game: Game, guest: User, marit: User) -> None:
    client = agreed(guest)
    done = client.post(SIGN_IN, {**PASSWORD, "next": f"/g/{game.code}/"}, follow=True)
    assert "Your seat came with you: " in done.content.decode()
    assert game.name in done.content.decode()
    assert game.seats.get(index=2).user == marit
    assert not is_guest(client, game)
    assert "Seal" in page(client, f"/g/{game.code}/")


def test_by_code_the_seats_come_along(game: Game, guest: User, marit: User) -> None:
    client = agreed(guest, BY_CODE)
    client.post(BY_CODE, {"email": marit.email})
    assert is_guest(client, game), "who looks elsewhere meanwhile is still the guest"
    client.post(BY_CODE, {"email": marit.email})
    client.post(reverse("account_confirm_login_code"), {"code": code_in_letter()})
    assert game.seats.get(index=2).user == marit
    assert "Marit" in page(client, "/settings/")


def test_the_letter_to_an_address_that_has_an_account_leads_to_signing_in_with_the_seats(
    game: Game, guest: User
) -> None:
    client = browser(guest)
    sign_up(client, email="marit@example.org", name="Kaatje", next=f"/g/{game.code}/")
    body = mail.outbox[-1].body
    (way,) = re.findall(r"http://testserver(/account/login/\S*)", str(body))
    assert "your seats come with you" in " ".join(str(body).split())
    assert QUESTION in page(client, way)
    client.post(way, {"along": "1"})
    assert client.post(way, PASSWORD)["Location"] == f"/g/{game.code}/"
    assert game.seats.filter(user__name="Marit").exists()


def test_a_wrong_password_costs_nothing(game: Game, guest: User) -> None:
    client = agreed(guest)
    client.post(SIGN_IN, {**PASSWORD, "password": "wrong"})
    assert game.seats.get(index=2).user == guest
    assert is_guest(client, game)


def test_to_cancel_halfway_costs_nothing(game: Game, guest: User, marit: User) -> None:
    client = agreed(guest, BY_CODE)
    client.post(BY_CODE, {"email": marit.email})
    halfway = page(client, reverse("account_confirm_login_code"))
    assert re.search(rf'name="next" value="{SIGN_IN}"', halfway)
    client.post(reverse("account_logout"), {"next": SIGN_IN})
    assert is_guest(client, game)
    assert QUESTION in page(client, SIGN_IN), "so nobody takes them for signed out"
    client.post(reverse("account_logout"))
    assert client.get("/settings/").status_code == 302, "who wants to sign out can"


def test_who_sits_down_while_the_code_is_on_its_way_is_asked_as_well(marit: User) -> None:
    client = browser()
    way = client.post(BY_CODE, {"email": marit.email, "next": "/games/"})["Location"]
    client.post(reverse("play-now"))
    code = {"code": code_in_letter()}
    assert QUESTION in client.post(way, code).content.decode()
    assert client.post(way, {"along": "1"})["Location"] == way
    assert client.post(way, code)["Location"] == "/games/"
    assert Game.objects.get().seats.filter(user=marit).exists()


def test_who_agreed_by_mistake_can_sign_out(guest: User) -> None:
    """As on a shared computer. The link leads back to the question."""
    client = agreed(guest)
    client.post(reverse("account_logout"), {"next": SIGN_IN})
    assert client.get("/settings/").status_code == 302


def test_only_with_the_second_factor_they_come_along(
    game: Game, guest: User, marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing = SimpleNamespace(time=lambda: 1_800_000_015.0)  # a code counts in its half minute
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", standing)
    give_factor(marit)
    client = agreed(guest)
    asked = client.post(SIGN_IN, PASSWORD)
    assert asked["Location"] == reverse("mfa_authenticate")
    assert client.get(asked["Location"]).status_code == 200
    assert game.seats.get(index=2).user == guest
    client.post(asked["Location"], {"code": code_of("ORSXG5A=")})
    assert game.seats.get(index=2).user == marit


def test_tables_whose_link_this_browser_followed_can_still_be_joined(marit: User) -> None:
    wish = TableSettings("turn-the-tide", name="Texel", visibility=Game.Visibility.LINK)
    table = tables.make_table(member("Joost"), wish)
    client = agreed(make_guest())
    client.get(f"/g/{table.code}/come/{link_token(table)}/")
    client.post(SIGN_IN, PASSWORD)
    client.post(f"/g/{table.code}/join/")
    assert table.seats.filter(user=marit).exists()
    assert client.session.get(AGREED) is None


def test_a_guest_who_has_agreed_may_use_a_passkey_as_well(guest: User) -> None:
    way, by_script = reverse("mfa_login_webauthn"), {"x-requested-with": "XMLHttpRequest"}
    assert "request_options" in agreed(guest).get(way, headers=by_script).json()
    assert "request_options" not in browser(guest).get(way, headers=by_script).content.decode()


def test_without_a_word_nothing_comes_along(game: Game, guest: User) -> None:
    client = browser(guest)
    assert QUESTION in client.post(SIGN_IN, PASSWORD).content.decode()
    assert is_guest(client, game)
    client.post(reverse("account_logout"))
    assert client.post(SIGN_IN, PASSWORD).status_code == 302
    assert game.seats.get(index=2).user == guest


def test_an_hour_later_the_question_is_asked_again(guest: User) -> None:
    client = agreed(guest)
    assert QUESTION not in page(client, SIGN_IN)
    session = client.session
    session[AGREED] -= 3600
    session.save()
    assert QUESTION in page(client, SIGN_IN)


def test_where_the_account_sits_already_it_is_said(guest: User, marit: User) -> None:
    game = running([marit, member("Joost"), guest])
    done = agreed(guest).post(SIGN_IN, PASSWORD, follow=True).content.decode()
    assert "couldn’t come with you, and others may take it now" in done
    assert "You are already at this table." in done
    assert game.seats.get(index=2).absence == "offered"


def test_where_nobody_else_sat_the_table_is_closed_and_that_is_said(
    guest: User, marit: User
) -> None:
    game = tables.make_table(guest, TableSettings(name="Texel", seats=3))
    User.objects.filter(pk=marit.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    done = agreed(guest).post(SIGN_IN, PASSWORD, follow=True).content.decode()
    assert "couldn’t come with you, and the table is closed." in done
    assert "others may take it" not in done
    assert fresh(game).state == Game.State.CANCELLED


def test_at_tables_with_the_same_deals_a_bot_has_the_seat(guest: User, marit: User) -> None:
    game = running([guest, marit, member("Aoife")])
    Game.objects.filter(pk=game.pk).update(closed=True)
    done = agreed(guest).post(SIGN_IN, PASSWORD, follow=True).content.decode()
    assert "couldn’t come with you, and a bot plays it now." in done
    assert game.seats.get(index=0).absence == "bot"


def test_the_browser_of_the_guest_is_no_way_back_to_them(
    game: Game, guest: User, marit: User
) -> None:
    client = agreed(guest)
    copy = Client()
    copy.cookies.update(client.cookies)
    client.post(SIGN_IN, PASSWORD)
    assert copy.get("/settings/").status_code == 302


def test_whoever_makes_a_new_account_keeps_the_seats_as_before(game: Game, guest: User) -> None:
    client = agreed(guest)
    assert client.get(reverse("account_signup")).status_code == 200
    assert is_guest(client, game)


def test_who_signs_up_after_all_keeps_the_seat(game: Game, guest: User) -> None:
    client = agreed(guest)
    sign_up(client)
    client.post(link())
    kept = game.seats.get(index=2)
    assert (kept.user, kept.absence) == (guest, "")
    assert User.objects.get(pk=guest.pk).kind == User.Kind.PERSON


def test_who_then_signs_in_as_themselves_keeps_the_seat(game: Game, guest: User) -> None:
    """Their address was confirmed elsewhere, and this browser still knows a guest."""
    client = agreed(guest, BY_CODE)
    sign_up(client)
    Client().post(link())
    client.post(BY_CODE, {"email": "ute@example.org"})
    client.post(reverse("account_confirm_login_code"), {"code": code_in_letter()})
    kept = game.seats.get(index=2)
    assert (kept.user, kept.absence) == (guest, "")


def test_what_they_did_as_a_guest_is_exported_and_deleted_with_the_account(
    guest: User, marit: User
) -> None:
    joost, aoife = member("Joost"), member("Aoife")
    game = tables.make_table(joost, TableSettings(name="Texel", seats=3))
    tables.join(aoife, game.code)
    tables.join(guest, game.code, entropy="Kaatje of Texel")
    bid_all(game)
    other = make_guest(name="Odo")
    tables.join(other, tables.make_table(joost, TableSettings(name="Spare")).code)
    agreed(guest).post(SIGN_IN, PASSWORD)
    fast_forward(fresh(game))

    (before,) = everything(marit)["as_guest"]
    assert before["person"]["name"] == "Kaatje"
    (left,) = before["games_left"]
    assert left["words_for_the_deck"] == "Kaatje of Texel"
    assert [each["hand"] for each in left["answers"]] == [1]
    for user in (joost, aoife):
        assert everything(user)["as_guest"] == []

    erasure.forget(joost)
    assert found("Kaatje") != [], "not theirs"
    erasure.forget(marit)
    assert found("Kaatje") == []
    assert found("Odo") != []
    assert all_passed(verify(game.record.data))


def test_a_guest_who_became_a_person_of_their_own_stays(guest: User, marit: User) -> None:
    """They had entered an address before, and confirmed it only after."""
    agreed(guest).post(SIGN_IN, PASSWORD)
    guest_upgrade.claim_account(guest.pk, "kaatje@example.org")
    assert everything(marit)["as_guest"] == []
    erasure.forget(marit)
    guest.refresh_from_db()
    assert (guest.name, guest.is_active) == ("Kaatje", True)


def test_an_account_that_is_deleted_at_that_moment_gets_no_seats(
    game: Game, guest: User, marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring = guest_seats.bring

    def late(*both: User) -> list[guest_seats.Brought]:
        erasure.forget(User.objects.get(pk=marit.pk))
        return bring(*both)

    monkeypatch.setattr(guest_seats, "bring", late)
    client = agreed(guest)
    answer = client.post(SIGN_IN, {**PASSWORD, "next": f"/g/{game.code}/"}, follow=True)
    assert "You aren’t signed in" in answer.content.decode()
    assert game.seats.get(index=2).user == guest
