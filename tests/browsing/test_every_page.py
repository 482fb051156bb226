"""Every page for players, as tests/browsing/looks.py says: axe finds nothing, nothing is wider
than the window or sticks out, it is light, and the console stays empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.eyes import looked_through
from tests.browsing.looks import alike, some, together
from tests.browsing.scene import (
    ALIKE,
    ONLY_STRANGERS,
    PAGES,
    STRANGERS,
    by_need,
    everybody,
    paths,
)
from tests.browsing.weights import too_heavy
from tests.browsing.windows import window
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


SHOWN = [
    names for alone in by_need(some(PAGES, 1, kind=alike(*ALIKE))) for names in together(alone)
]


@pytest.mark.parametrize("names", SHOWN, ids=" ".join)
def test_pages(browser: Browser, live_server: LiveServer, names: tuple[str, ...]) -> None:
    """As Marit sees them, and strangers if they may."""
    users = again(everybody)
    where = paths(users, names)
    hers = {name: where[name] for name in names if name not in ONLY_STRANGERS}
    theirs = {f"stranger-{name}": where[name] for name in names if name in STRANGERS}
    found: dict[str, list[str]] = {}
    for user, pages in ((users[0], hers), (None, theirs)):
        if pages:
            with window(browser, live_server.url, user) as (page, complaints):
                found |= looked_through(
                    page, complaints, pages, pages.items(), also=light_and_described
                )
    assert all("404" in text for text in found.pop("lost-console", []))
    assert found == {}


def light_and_described(page: Page) -> list[str]:
    described = page.locator("head meta[name=description]").count()
    return too_heavy(page) + ["not described once"] * (described != 1)
