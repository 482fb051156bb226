"""Every page for players, as tests/browsing/looks.py says: axe finds nothing, nothing is wider
than the window or sticks out, it is light, and the console stays empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.eyes import looked_at
from tests.browsing.looks import alike, some
from tests.browsing.scene import ALIKE, ONLY_STRANGERS, PAGES, STRANGERS, everybody
from tests.browsing.weights import too_heavy
from tests.browsing.windows import window
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("name", some(PAGES, 1, kind=alike(*ALIKE)))
def test_a_page(browser: Browser, live_server: LiveServer, name: str) -> None:
    """As Marit sees it, and strangers if they may."""
    users = again(everybody)
    path = PAGES[name](users)
    found: dict[str, list[str]] = {}
    if name not in ONLY_STRANGERS:
        with window(browser, live_server.url, users[0]) as (page, complaints):
            found |= looked_at(page, name, path, also=light_and_described)
            found["console"] = [text for text in complaints if "404" not in text]
    if name in STRANGERS:
        with window(browser, live_server.url) as (page, complaints):
            found |= looked_at(page, f"stranger-{name}", path, also=light_and_described)
            found["stranger-console"] = list(complaints)
    assert {key: what for key, what in found.items() if what} == {}


def light_and_described(page: Page) -> list[str]:
    described = page.locator("head meta[name=description]").count()
    return too_heavy(page) + ["not described once"] * (described != 1)
