"""A guest who signs up keeps seats and games."""

import time

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.people.guest_upgrade import claim_account
from accounts.people.new_accounts import make_guest
from accounts.security.reauthentication import SHOWN_AT
from tests.accounts.making import member
from tests.accounts.people.test_signing_up import SECRET, link, sign_up

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def guest(client: Client) -> User:
    cache.clear()
    user = make_guest()
    client.force_login(user, BACKEND)
    return user


def test_the_guests_row_becomes_the_person(client: Client, guest: User) -> None:
    assert client.get(reverse("account_signup")).status_code == 200
    sign_up(client)
    assert client.get(reverse("profile")).status_code == 200, "still signed in"
    client.post(link())

    guest.refresh_from_db()
    assert (guest.kind, guest.email, guest.name) == ("person", "ute@example.org", "Ute")
    assert guest.check_password(SECRET)
    assert User.objects.count() == 1
    assert client.get(reverse("profile")).status_code == 200, "and still now"


def test_the_browser_of_a_former_guest_is_in_the_list_and_can_be_signed_out(
    client: Client,
) -> None:
    cache.clear()
    client.post(reverse("play-now"))
    sign_up(client)
    client.post(link())
    assert client.get(reverse("profile")).status_code == 200
    phone = Client()
    phone.post(reverse("account_login"), {"login": "ute@example.org", "password": SECRET})
    assert "/end/" in phone.get(reverse("usersessions_list")).content.decode()
    phone.post(reverse("usersessions_list"))
    assert client.get(reverse("profile")).status_code == 302


def test_a_guest_comes_back_to_the_table_as_well(client: Client, guest: User) -> None:
    sign_up(client, next="/g/abcdefghjkmn/")
    assert client.post(link())["Location"] == "/g/abcdefghjkmn/"


def test_while_the_address_waits_the_guest_finds_back_to_the_table(
    client: Client, guest: User
) -> None:
    page = sign_up(client, next="/g/abcdefghjkmn/").content.decode()
    assert "you play on as a guest" in page
    assert 'href="/g/abcdefghjkmn/"' in page
    assert reverse("account_request_login_code") not in page


def test_a_changed_address_leads_to_no_table_of_long_ago(client: Client, guest: User) -> None:
    sign_up(client, next="/g/abcdefghjkmn/")
    client.post(link())
    session = client.session
    session[SHOWN_AT] = time.time()
    session.save()
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    assert mail.outbox[-1].to == ["new@example.org"]
    assert "next" not in link()
    assert "/g/" not in client.post(link())["Location"]


def test_until_confirmed_the_guest_stays_a_guest_without_address(
    client: Client, guest: User
) -> None:
    sign_up(client)
    guest.refresh_from_db()
    assert (guest.kind, guest.email) == ("guest", None)


def test_a_slip_of_the_pen_can_be_corrected(client: Client, guest: User) -> None:
    sign_up(client, email="utte@example.org")
    wrong = link()
    sign_up(client)
    client.post(wrong)
    guest.refresh_from_db()
    assert guest.is_guest
    client.post(link())
    guest.refresh_from_db()
    assert guest.email == "ute@example.org"


def test_the_address_of_another_changes_nothing(client: Client, guest: User) -> None:
    member("Ute")
    sign_up(client, name="Not Ute")
    guest.refresh_from_db()
    assert guest.is_guest
    assert mail.outbox[-1].subject == "You already have an account"


def test_claiming_is_harmless_for_a_person() -> None:
    marit = member()
    claim_account(marit.pk, "other@example.org")
    marit.refresh_from_db()
    assert marit.email == "marit@example.org"


def test_a_guest_who_follows_the_link_for_a_new_password_stays_a_guest(
    client: Client, guest: User
) -> None:
    marit = member()
    client.post(reverse("account_reset_password"), {"email": marit.email})
    form = client.get(link(), follow=True).request["PATH_INFO"]
    assert client.get(reverse("profile")).status_code == 200
    client.post(form, {"password1": SECRET, "password2": SECRET})
    marit.refresh_from_db()
    assert marit.check_password(SECRET)
    assert "You play as a guest" in client.get(reverse("profile")).content.decode()
