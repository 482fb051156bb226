"""The pages of second factors on a phone: an app can read the QR code by night and in colours that
the system chooses, and whoever can't scan it reaches the secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.urls import reverse
from pytest_django import Settings

from tests.accounts.making import member
from tests.browsing.windows import press, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BEHIND = "img => getComputedStyle(img).backgroundColor"


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
