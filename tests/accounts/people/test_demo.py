"""Signing in to the demo by its link."""

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from accounts.people import demo_login
from tests.accounts.making import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def marit(settings: Settings) -> User:
    settings.TIDEWEB_DEMO = True
    return member()


def path(user: User) -> str:
    return demo_login.sign_in_link(user).removeprefix("http://testserver")


def signed_in(client: Client) -> bool:
    return client.get(reverse("profile")).status_code == 200


def test_a_look_signs_nobody_in_and_the_button_does(client: Client, marit: User) -> None:
    assert "Continue as Marit" in client.get(path(marit)).content.decode()
    assert not signed_in(client)
    assert client.post(path(marit)).status_code == 302
    assert signed_in(client)


def test_a_forged_link_is_not_found(client: Client, marit: User) -> None:
    forged = reverse("demo_sign_in", args=[signing.dumps(marit.pk, salt="other")])
    assert client.post(forged).status_code == 404
    assert not signed_in(client)


def test_an_old_link_says_that_it_is_old(
    client: Client, marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_login, "GOOD_FOR", -1)
    page = client.post(path(marit))
    assert page.status_code == 410
    assert "This link is too old" in page.content.decode()
    assert not signed_in(client)


def test_there_is_none_of_it_without_the_demo(
    client: Client, marit: User, settings: Settings
) -> None:
    settings.TIDEWEB_DEMO = False
    assert client.get(path(marit)).status_code == 404
    assert client.get(reverse("mailbox")).status_code == 404


def test_a_token_from_before_is_worth_nothing_once_somebody_is_signed_in(
    marit: User, settings: Settings
) -> None:
    """Whoever planted one in this browser could use it to send forms in their name."""
    client = Client()
    client.get(path(marit))
    before = client.cookies[settings.CSRF_COOKIE_NAME].value
    client.post(path(marit))
    assert client.cookies[settings.CSRF_COOKIE_NAME].value != before
