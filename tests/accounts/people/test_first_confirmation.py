"""Somebody signed up with another's address: once its owner confirms it, only they get in.

Planted: without `end_what_was_before` the first password goes on working; without the mark of the
session, whoever confirms after a quarter of an hour loses the password that they chose.
"""

from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import ApiKey, User
from accounts.people.new_accounts import make_guest
from accounts.security import api_keys
from tests.accounts.making import give_factor
from tests.accounts.people.test_signing_up import SECRET, code_in_letter, link, sign_up

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
WARNING = "the password chosen there no longer works"
UTE = "ute@example.org"


@pytest.fixture(autouse=True)
def _no_limits_left_over() -> None:
    cache.clear()


def lets_in(client: Client) -> bool:
    return client.get(reverse("profile")).status_code == 200


def by_password(password: str = SECRET) -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": UTE, "password": password})
    return client


def by_code() -> Client:
    client = Client()
    client.post(reverse("account_request_login_code"), {"email": UTE})
    client.post(reverse("account_confirm_login_code"), {"code": code_in_letter()})
    return client


def by_new_password() -> Client:
    client = Client()
    client.post(reverse("account_reset_password"), {"email": UTE})
    form = client.get(link(), follow=True).request["PATH_INFO"]
    client.post(form, {"password1": "only I know", "password2": "only I know"})
    return by_password("only I know")


def by_link() -> Client:
    assert WARNING in Client().get(link()).content.decode()
    assert WARNING in Client().post(link(), follow=True).content.decode()
    return by_code()


@pytest.mark.parametrize("owner", [by_link, by_code, by_new_password])
@pytest.mark.parametrize("as_guest", [False, True])
def test_whoever_signed_up_with_anothers_address_gets_in_no_more(
    owner: object, as_guest: bool
) -> None:
    stranger = Client()
    if as_guest:
        guest = give_factor(make_guest())
        api_keys.make(guest)
        stranger.force_login(guest, BACKEND)
    sign_up(stranger)
    assert callable(owner)
    assert lets_in(owner())
    assert User.objects.get().email == UTE
    assert EmailAddress.objects.get().verified
    assert not lets_in(stranger)
    assert not lets_in(by_password())
    assert not Authenticator.objects.exists()
    assert not ApiKey.objects.exists()


def test_whoever_signed_up_here_keeps_the_password_even_later(client: Client) -> None:
    sign_up(client)
    session = client.session
    del session["account_login"]  # a quarter of an hour later
    session.save()
    assert WARNING not in client.get(link()).content.decode()
    client.post(link())
    assert lets_in(by_password())


def test_whoever_knows_the_password_keeps_it_in_another_browser(client: Client) -> None:
    sign_up(client)
    other = by_password()
    other.post(link())
    assert lets_in(other)
    assert lets_in(by_password())


def test_a_changed_address_ends_no_password(client: Client) -> None:
    sign_up(client)
    client.post(link())
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    assert WARNING not in Client().get(link()).content.decode()
    Client().post(link())
    assert User.objects.get().check_password(SECRET)


def test_whoever_is_signed_in_where_the_link_is_opened_stays_so(client: Client) -> None:
    sign_up(client)
    other = Client()
    other.force_login(make_guest(), BACKEND)
    other.get(link())
    assert lets_in(other)
    other.post(link())
    assert lets_in(other)
    assert EmailAddress.objects.get().verified


TABLE = "/g/abcdefghjkmn/?come=abc"


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("as_guest", [False, True])
def test_another_browser_goes_on_to_the_table_as_well(
    settings: Settings, as_guest: bool, again: bool
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": "9/m/key"}
    client, phone = Client(), Client()
    if as_guest:
        client.force_login(make_guest(), BACKEND)
    sign_up(client, next=TABLE)
    if again:
        client.post(reverse("confirm_again"))
        assert len(mail.outbox) == 2
    assert f'name="next" value="{TABLE}"' in phone.get(link()).content.decode()
    assert phone.post(link())["Location"] == TABLE


def test_another_browser_is_not_led_away(client: Client) -> None:
    sign_up(client, next="https://elsewhere.example/")
    assert "next" not in link()
    assert (
        not Client().post(f"{link()}?next=https://elsewhere.example/")["Location"].startswith("h")
    )


def test_a_link_that_was_used_says_so_and_leads_on(client: Client) -> None:
    sign_up(client, next=TABLE)
    used, phone = link(), Client()
    client.post(used)
    for page in (phone.get(used), phone.post(used), client.post(used)):
        assert page.status_code == 200
        assert "ute@example.org is confirmed already" in page.content.decode()
    assert (
        f'{reverse("account_login")}?next={quote(TABLE, "")}"' in phone.get(used).content.decode()
    )
    assert client.get(reverse("account_login"), {"next": TABLE})["Location"] == TABLE
