"""Who signed in long ago is asked again before a key, the address, or their data is at stake."""

import re
import time
from datetime import timedelta
from typing import Any
from unittest.mock import ANY

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.usersessions.models import UserSession
from django.contrib.messages import get_messages
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import ApiKey, Program, User
from accounts.people import own_bots
from accounts.security import api_keys, reauthentication
from games.services.lobby import tables
from tests.accounts.making import give_factor, member

pytestmark = pytest.mark.django_db

WHAT = {  # what is at stake: how it is sent, and the page where one comes to after being asked
    "key_make": ("post", {"name": "mine"}, "profile"),
    "data-export": ("get", {}, "data"),
    "data-delete": ("post", {"name": "Marit"}, "data"),
    "account_email": ("post", {"email": "new@example.org", "action_add": ""}, "account_email"),
}


def signed_in(user: User, *, seconds: float) -> Client:
    """Somebody who signed in so many seconds ago."""
    client = Client()
    client.force_login(user)
    session = client.session
    session[reauthentication.SHOWN_AT] = time.time() - seconds
    session.save()
    return client


def send(client: Client, name: str) -> Any:
    method, sent, _page = WHAT[name]
    return getattr(client, method)(reverse(name), sent)


def state_of(user: User) -> tuple[object, ...]:
    return (
        User.objects.get(pk=user.pk).is_active,
        ApiKey.objects.filter(user=user).exists(),
        EmailAddress.objects.filter(user=user).count(),
    )


@pytest.mark.parametrize("name", WHAT)
def test_who_signed_in_long_ago_is_asked_and_nothing_is_done(name: str) -> None:
    marit = member()
    before, client = state_of(marit), signed_in(marit, seconds=301)
    answer = send(client, name)
    page = reverse(WHAT[name][2])
    assert (answer.status_code, answer.url) == (
        302,
        f"{reverse('account_reauthenticate')}?next={page.replace('/', '%2F')}",
    )
    assert state_of(marit) == before
    assert "First confirm that it’s you." in str(next(iter(get_messages(answer.wsgi_request))))

    asked = client.get(answer.url).content.decode()
    assert "First confirm that it’s you." in asked
    wrong = client.post(answer.url, {"password": "Joost", "next": page})
    assert wrong.status_code == 200
    assert send(client, name).status_code == 302
    assert state_of(marit) == before

    assert client.post(answer.url, {"password": "Marit", "next": page})["Location"] == page
    done = send(client, name)
    assert "reauthenticate" not in getattr(done, "url", "")
    if name != "data-export":
        assert state_of(marit) != before
    else:
        assert b'"tideweb-person/1"' in b"".join(done)


@pytest.mark.parametrize("name", WHAT)
def test_who_has_just_signed_in_is_not_asked(name: str) -> None:
    marit, client = member(), Client()
    client.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    assert "reauthenticate" not in getattr(send(client, name), "url", "")


def test_a_second_factor_is_a_way_too() -> None:
    marit = give_factor(member())
    marit.set_unusable_password()
    marit.save()
    answer = send(signed_in(marit, seconds=999), "data-export")
    assert answer.url.startswith(reverse("mfa_reauthenticate"))


PASSKEY = 999_999  # no id that the database may give to another in the same test
FACTORS = {  # what changes the second factors of an account, or shows the codes in place of them
    "mfa_activate_totp": (),
    "mfa_deactivate_totp": (),
    "mfa_add_webauthn": (),
    "mfa_remove_webauthn": (PASSKEY,),
    "mfa_generate_recovery_codes": (),
    "mfa_view_recovery_codes": (),
}


@pytest.mark.parametrize("name", FACTORS)
def test_a_session_from_before_the_second_factor_changes_none_by_the_password(name: str) -> None:
    marit, client = member(), Client()
    client.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    give_factor(marit)
    Authenticator.objects.create(user=marit, type="webauthn", pk=PASSKEY, data={"name": "Texel"})
    RecoveryCodes.activate(marit)
    before = set(Authenticator.objects.values_list("pk", "type"))
    page = reverse(name, args=FACTORS[name])

    client.post(reverse("account_reauthenticate"), {"password": "Marit", "next": page})
    asked = client.get(page, follow=True)
    client.post(page)
    assert asked.redirect_chain[-1][0].startswith(reverse("mfa_reauthenticate"))
    assert set(Authenticator.objects.values_list("pk", "type")) == before


def test_once_it_has_shown_the_factor_the_password_is_enough() -> None:
    marit, client = give_factor(member()), Client()
    (code, *_more) = RecoveryCodes.activate(marit).get_unused_codes()
    client.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    client.post(reverse("mfa_authenticate"), {"code": code})
    page = reverse("mfa_deactivate_totp")
    client.post(reverse("account_reauthenticate"), {"password": "Marit", "next": page})
    client.post(page)
    assert not Authenticator.objects.filter(type="totp").exists()


def test_who_has_neither_is_signed_out_and_in_again_by_a_code(settings: Settings) -> None:
    settings.TIDEWEB_DEMO = False
    marit = member()
    marit.set_unusable_password()
    marit.save()
    client = signed_in(marit, seconds=999)
    answer = send(client, "data-export")
    assert answer.url.startswith(reverse("account_request_login_code"))
    assert "_auth_user_id" not in client.session

    client.post(answer.url, {"email": marit.email, "next": reverse("data")})
    (code,) = re.findall(r"^\s*([A-Z0-9-]{6,9})\s*$", str(mail.outbox[-1].body), re.MULTILINE)
    sent = {"code": code, "next": reverse("data")}
    assert client.post(reverse("account_confirm_login_code"), sent)["Location"] == reverse("data")
    assert send(client, "data-export").status_code == 200


def test_a_guest_has_nothing_to_show_and_is_not_asked() -> None:
    guest = User.objects.create_user(None, None, kind=User.Kind.GUEST, name="Guest 1")
    tables.play_now(guest)
    client = signed_in(guest, seconds=9999)
    assert send(client, "data-export").status_code == 200
    assert client.post(reverse("data-delete"), {"name": "Guest 1"}).status_code == 302
    assert not User.objects.get(pk=guest.pk).is_active


def test_who_came_by_the_link_of_the_demo_has_no_other_way_and_is_not_asked(
    settings: Settings,
) -> None:
    settings.TIDEWEB_DEMO = True
    marit = member()
    marit.set_unusable_password()
    marit.save()
    assert send(signed_in(marit, seconds=999), "data-export").status_code == 200


def test_who_is_suspended_can_still_show_it_and_take_their_data_along() -> None:
    marit = member()
    marit.suspended_until = timezone.now() + timedelta(days=3)
    marit.save()
    client = signed_in(marit, seconds=999)
    answer = send(client, "data-export")
    assert client.get(answer.url).status_code == 200
    sent = {"password": "Marit", "next": reverse("data")}
    assert client.post(answer.url, sent)["Location"] == reverse("data")
    assert send(client, "data-export").status_code == 200


def test_over_the_api_a_session_alone_gets_no_key() -> None:
    client = signed_in(member(), seconds=1)
    answer = client.post("/api/v1/token", {}, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json() == {**answer.json(), "code": ANY}
    assert not ApiKey.objects.exists()


OVER_THE_API = {  # what a session alone may not do there either
    "me/export": "get",
    "me/bots": "post",
    "me/bots/{bot}/key": "post",
    "me/sessions/{session}": "delete",
}


@pytest.mark.parametrize("way", OVER_THE_API)
def test_over_the_api_a_session_is_asked_again_and_a_key_is_not(way: str) -> None:
    marit = member()
    bot, _key = own_bots.make(marit, "Texel")
    session = Client()
    session.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    session.get("/")
    here = UserSession.objects.get(user=marit).pk
    address = f"/api/v1/{way.format(bot=bot.pk, session=here)}"

    def sent(client: Client, **headers: str) -> Any:
        body = {"name": "Sylt"} if way == "me/bots" else {}
        how = {"content_type": "application/json", "headers": headers}
        return getattr(client, OVER_THE_API[way])(address, body, **how)

    refused = sent(signed_in(marit, seconds=301))
    assert (refused.status_code, refused.json()["code"]) == (403, "confirm_first")
    assert refused.json()["where"].endswith(reverse("account_reauthenticate"))
    assert refused.json()["where"] in refused.json()["detail"]
    assert (Program.objects.count(), ApiKey.objects.count()) == (1, 1)
    assert UserSession.objects.filter(pk=here).exists()
    assert sent(signed_in(marit, seconds=1)).status_code < 300
    by_key = sent(Client(), Authorization=f"Bearer {api_keys.issue(marit)}")
    assert by_key.status_code != 403


@pytest.mark.parametrize("name", ["account_set_password", "mfa_activate_totp", "mfa_add_webauthn"])
def test_who_has_no_credentials_yet_is_asked_before_the_first(
    name: str, settings: Settings
) -> None:
    settings.TIDEWEB_DEMO = False
    marit = member()
    marit.set_unusable_password()
    marit.save()
    sent = {"password1": "a stranger’s", "password2": "a stranger’s"}
    for ask in (Client.get, Client.post):
        answer = ask(signed_in(marit, seconds=999), reverse(name), sent)
        assert answer["Location"].startswith(reverse("account_request_login_code"))
    marit.refresh_from_db()
    assert not marit.has_usable_password()
    assert signed_in(marit, seconds=1).get(reverse(name)).status_code == 200
    assert Client().get(reverse(name))["Location"].startswith(reverse("account_login"))
