"""A passkey is made by clicking, and signs in by itself where no password is.

The browser's own authenticator is a virtual one, as its developer tools have it.
Planted: with `MFA_PASSKEY_LOGIN_ENABLED` off there is no such button.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.urls import reverse
from pytest_django import Settings

from tests.accounts.making import member
from tests.browsing.windows import press, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(autouse=True)
def _at_a_name(settings: Settings, live_server: LiveServer) -> None:
    cache.clear()
    settings.SITE_URL = live_server.url
    settings.ALLOWED_HOSTS = ["*"]


def made(page: Page) -> None:
    """Shows who one is, and makes a passkey of the phone's."""
    page.goto(reverse("mfa_add_webauthn"))
    page.locator("input[type=password]").fill("Marit")
    press(page.locator("main button[type=submit]").first)
    page.locator("input[name=name]").fill("my phone")
    page.locator("input[name=passwordless]").check()
    press(page.locator("#mfa_webauthn_add"))


def test_a_passkey_is_made_and_signs_in(browser: Browser, live_server: LiveServer) -> None:
    with window(browser, live_server.url, member()) as (page, complaints):
        line = page.context.new_cdp_session(page)
        line.send("WebAuthn.enable")
        line.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})
        made(page)
        key = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
        assert key.data["name"] == "my phone"

        page.context.clear_cookies()
        page.goto(reverse("account_login") + "?next=" + reverse("profile"))
        press(page.locator("#passkey_login"))
        assert page.url.endswith(reverse("profile"))
        assert page.get_by_text("marit@example.org").is_visible()
        line.send("WebAuthn.disable")
        line.detach()
    assert complaints == []


def test_a_key_is_a_second_factor_and_no_app_is_asked_for(
    browser: Browser, live_server: LiveServer
) -> None:
    with window(browser, live_server.url, member()) as (page, complaints):
        line = page.context.new_cdp_session(page)
        line.send("WebAuthn.enable")
        line.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})
        made(page)

        page.context.clear_cookies()
        page.goto(reverse("account_login") + "?next=" + reverse("profile"))
        page.get_by_label("E-mail").fill("marit@example.org")
        page.get_by_label("Password").fill("Marit")
        press(page.get_by_role("button", name="Sign in", exact=True))
        assert page.get_by_text("Or type one of your recovery codes:").is_visible()
        assert page.get_by_text("authenticator app").count() == 0
        press(page.get_by_role("button", name="Use a security key"))
        assert page.url.endswith(reverse("profile"))
        line.send("WebAuthn.disable")
        line.detach()
    assert complaints == []
