"""The pages of second factors on a phone: an app can read the QR code by night and in colours that
the system chooses, and whoever can't scan it reaches the secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.template.loader import render_to_string
from django.urls import reverse
from pytest_django import Settings

from tests.accounts.making import member
from tests.accounts.security.test_touched_passkeys import key_of
from tests.browsing.eyes import ask_for
from tests.browsing.windows import press, window
from tests.narrowing import not_none

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BEHIND = "img => getComputedStyle(img).backgroundColor"

# What a phone shows only half of: boxes that roll sideways hide it from the width of the page.
CUT_OFF = "all => all.filter(it => it.getBoundingClientRect().right > innerWidth - 16).length"


@pytest.fixture(autouse=True)
def _at_a_name(settings: Settings, live_server: LiveServer) -> None:
    cache.clear()
    settings.SITE_URL = live_server.url


def shown_again(page: Page, name: str) -> None:
    """Opens a page that asks first who one is."""
    page.goto(reverse(name))
    page.get_by_label("Password").fill("Marit")
    press(page.get_by_role("button", name="Confirm"))


def test_the_code_of_an_app_can_be_scanned_or_copied(
    browser: Browser, live_server: LiveServer
) -> None:
    with window(browser, live_server.url, member(), size="phone") as (page, complaints):
        shown_again(page, "mfa_activate_totp")
        picture = page.get_by_role("img", name="QR code")
        for colours in ("none", "active"):
            page.emulate_media(color_scheme="dark", forced_colors=colours)
            assert picture.evaluate(BEHIND) == "rgb(255, 255, 255)", colours

        secret = page.get_by_label("Secret for the app")
        secret.focus()
        assert secret.evaluate("it => it === document.activeElement")
        assert secret.evaluate("it => it.scrollWidth <= it.clientWidth"), "none of it is cut off"
        page.emulate_media(forced_colors="none")
        assert complaints == []


def test_one_of_several_keys_is_told_by_ear_and_whole_on_a_phone(
    browser: Browser, live_server: LiveServer
) -> None:
    marit = member()
    for owner, name in ((marit, "Yubikey on my keyring"), (marit, "phone")):
        key_of(owner)
        made = Authenticator.objects.order_by("pk").last()
        Authenticator.objects.filter(pk=not_none(made).pk).update(
            data={**not_none(made).data, "name": name}
        )
    with window(browser, live_server.url, marit, size="phone") as (page, complaints):
        ask_for(page, "de")
        page.goto(reverse("mfa_list_webauthn"))
        links = page.locator("main a")
        assert links.evaluate_all(CUT_OFF) == 0
        names = links.all_inner_texts()
        assert len(set(names)) == len(names), "every link says what it is about"
        said = page.locator("main").inner_text()
        assert "noch nicht benutzt" in said
        assert "Not used" not in said
        assert complaints == []


def test_the_page_that_removes_a_key_names_it() -> None:
    key_of(member())
    key = Authenticator.objects.get()
    key.data["name"] = "Yubikey"
    page = "mfa/webauthn/authenticator_confirm_delete.html"
    assert "Remove Yubikey?" in render_to_string(page, {"authenticator": key})
