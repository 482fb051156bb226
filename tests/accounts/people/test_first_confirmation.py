"""Somebody signed up with another's address: once its owner confirms it, only they get in.

Planted: without `end_what_was_before` the first password goes on working; without the mark of the
session, whoever confirms after a quarter of an hour loses the password that they chose.
"""

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.email import unasked_letters
from accounts.models import ApiKey, Suppression, User
from accounts.notifications import bounces
from accounts.people.new_accounts import make_guest
from accounts.security import api_keys
from tests.accounts.making import give_factor
from tests.accounts.people.test_signing_up import SECRET, code_in_letter, link, sign_up
from tests.answers import Answer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
BACKEND = "django.contrib.auth.backends.ModelBackend"
WARNING = "the password chosen there no longer works"
UTE = "ute@example.org"


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


def test_who_became_a_guest_meanwhile_is_asked_whether_the_seats_come_along(
    client: Client,
) -> None:
    sign_up(client, next=TABLE)
    client.post(reverse("play-now"))
    asked = client.post(link())
    assert asked["Location"] == f"{reverse('account_login')}?next={quote(TABLE, '')}"
    page = client.get(asked["Location"]).content.decode()
    assert "You have confirmed ute@example.org." in page
    assert "Bring your seats with you?" in page


def with_one_press(phone: Client, page: str) -> Answer:
    """Signs in with the code that the button on this page sends; where that leads."""
    form = page.partition(f'action="{reverse("account_request_login_code")}"')[2].partition(
        "</form"
    )
    sent = dict(re.findall(r'name="(email|next)" value="([^"]*)"', form[0]))
    asked = phone.post(reverse("account_request_login_code"), sent)
    return phone.post(asked["Location"], {"code": code_in_letter()})


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("as_guest", [False, True])
def test_another_browser_goes_on_to_the_table_by_a_code_with_one_press(
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
    page = phone.post(link(), follow=True).content.decode()
    assert "Send me a code" in page
    assert not lets_in(phone)
    assert with_one_press(phone, page)["Location"] == TABLE
    assert lets_in(phone)


def test_who_gets_the_link_forwarded_gets_no_code(client: Client) -> None:
    sign_up(client)
    client.post(link())
    page = Client().get(link()).content.decode()
    assert f'name="email" value="{UTE}"' in page
    Client().post(reverse("account_request_login_code"), {"email": UTE})
    assert mail.outbox[-1].to == [UTE]


def test_where_the_link_was_asked_for_a_code_leads_on_once_it_is_confirmed_elsewhere(
    client: Client,
) -> None:
    page = sign_up(client, next=TABLE).content.decode()
    Client().post(link())
    way = f"{reverse('account_request_login_code')}?next={quote(TABLE, '')}"
    assert f'href="{way}"' in page
    assert f'name="next" value="{TABLE}"' in client.get(way).content.decode()


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
        assert "Your address is confirmed" in page.content.decode()
    assert with_one_press(phone, phone.get(used).content.decode())["Location"] == TABLE
    assert f'href="{TABLE}"' in client.get(used).content.decode()


def test_a_guest_who_follows_a_used_link_is_not_asked_to_give_up_their_seats(
    client: Client,
) -> None:
    sign_up(client)
    used, other = link(), Client()
    client.post(used)
    other.force_login(make_guest(), BACKEND)
    page = other.get(used).content.decode()
    assert reverse("account_login") not in page
    assert f'href="{reverse("moves")}">Go on' in page


@pytest.mark.parametrize("way", [by_code, by_new_password])
def test_whoever_once_stopped_all_e_mails_and_confirms_their_address_gets_them(
    way: Callable[[], Client],
) -> None:
    Suppression.objects.create(address=UTE, reason=unasked_letters.ASKED)
    sign_up(Client())
    assert not mail.outbox, "the confirmation is held back"
    assert lets_in(way())
    assert not Suppression.objects.exists()


def test_whoever_confirms_an_address_that_bounced_has_been_reached_and_gets_them_too(
    client: Client,
) -> None:
    Suppression.objects.create(address=UTE, reason=bounces.BOUNCED)
    sign_up(client)
    client.post(link())
    assert not Suppression.objects.exists()


def test_so_does_whoever_comes_back_to_it(client: Client) -> None:
    sign_up(client)
    client.post(link())
    Suppression.objects.create(address=UTE, reason=bounces.BOUNCED)
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    client.post(link())
    assert Suppression.objects.exists(), "of another address, nothing is known"
    cache.clear()
    client.post(reverse("account_email"), {"action_add": "", "email": UTE})
    client.post(link())
    assert User.objects.get().email == UTE
    assert not Suppression.objects.exists()
