"""By https, cookies that no subdomain can set; those of before are read once.

Planted: without `found.is_bound` in `_of_before` the injected session is taken; without `modified`
nobody gets the new name; with a domain set in the settings, the fourth test fails.
"""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings as django_settings
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.security import sessions
from accounts.security.sessions import SessionStore
from tests import production
from tests.accounts.making import member

pytestmark = pytest.mark.django_db
NAME = "__Host-sessionid"
NAMES = (
    *("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_SECURE", "SESSION_COOKIE_PATH"),
    *("SESSION_COOKIE_DOMAIN", "CSRF_COOKIE_DOMAIN", "CSRF_COOKIE_PATH"),
    *("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS"),
)


def by_https(settings: Settings) -> None:
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = NAME, "__Host-csrftoken"
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


def sign_in(client: Client) -> None:
    client.post(reverse("account_login"), {"login": "marit@example.org", "password": "Marit"})


def with_cookie(name: str, secret: str) -> Client:
    client = Client()
    client.cookies[name] = secret
    return client


def is_signed_in(client: Client) -> bool:
    return client.get(reverse("profile"), secure=True).status_code == 200


def test_locally_the_plain_name_does(client: Client) -> None:
    member()
    sign_in(client)
    assert client.cookies["sessionid"].value
    assert not [name for name in client.cookies if name.startswith("__Host-")]


def test_by_https_both_cookies_are_bound_to_this_host(client: Client, settings: Settings) -> None:
    by_https(settings)
    member()
    page = client.get(reverse("account_login"), secure=True)
    client.post(
        reverse("account_login"), {"login": "marit@example.org", "password": "Marit"}, secure=True
    )
    assert is_signed_in(client)
    for cookie in (client.cookies[NAME], page.cookies["__Host-csrftoken"]):
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
    assert client.cookies[NAME]["httponly"]
    assert "sessionid" not in client.cookies


def test_a_session_of_before_is_read_once_and_gets_the_new_name(
    client: Client, settings: Settings
) -> None:
    member()
    sign_in(client)
    secret = client.cookies["sessionid"].value
    by_https(settings)
    old = with_cookie("sessionid", secret)
    assert is_signed_in(old)
    assert old.cookies[NAME].value == secret
    assert old.cookies[NAME]["secure"]
    assert is_signed_in(with_cookie(NAME, secret))
    assert not is_signed_in(with_cookie("sessionid", secret)), "once"


def test_a_session_that_somebody_puts_under_the_old_name_is_none(settings: Settings) -> None:
    """What whoever owns a subdomain could do: their own session in another's browser."""
    by_https(settings)
    member()
    thief = Client()
    thief.post(
        reverse("account_login"), {"login": "marit@example.org", "password": "Marit"}, secure=True
    )
    assert is_signed_in(thief)
    victim = with_cookie("sessionid", thief.cookies[NAME].value)
    assert not is_signed_in(victim)
    assert NAME not in victim.cookies or victim.cookies[NAME].value != thief.cookies[NAME].value


@pytest.mark.parametrize("secret", ["", "nobody", "a" * 32, "\u00fc"])
def test_an_old_name_with_nothing_behind_it_is_nobody(settings: Settings, secret: str) -> None:
    by_https(settings)
    assert not is_signed_in(with_cookie("sessionid", secret))


def test_what_a_session_knows_is_as_before(settings: Settings) -> None:
    by_https(settings)
    store = SessionStore()
    store[SESSION_KEY] = "1"
    store.save()
    again = SessionStore.of_cookie(store.secret)
    assert dict(again.items()) == {SESSION_KEY: "1"}
    assert again.is_bound
    assert sessions.has_prefix()


@pytest.mark.parametrize(("site", "prefix"), [("https", "__Host-"), ("http", "")])
def test_the_settings(site: str, prefix: str) -> None:
    text = "import json; from django.conf import settings as s; print(json.dumps([%s]))"
    asked = ", ".join(f"s.{name}" for name in NAMES)
    done = subprocess.run(
        [sys.executable, "-c", text % asked],
        cwd=django_settings.BASE_DIR,
        env={
            "PATH": os.environ["PATH"],
            **production.ENVIRONMENT,
            "DJANGO_SETTINGS_MODULE": "tideweb.settings",
            "SITE_URL": f"{site}://play.example.org",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(done.stdout) == [
        *(f"{prefix}{name}" for name in ("sessionid", "csrftoken")),
        bool(prefix), "/", None, None, "/", 31_536_000 if prefix else 0, bool(prefix),
    ]  # fmt: skip
