"""Every page, on phone, tablet and desk, by day and by night: axe finds nothing, nothing is
wider than the window, it is light, and the console stays empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.eyes import faults, looks, picture, too_wide, window
from tests.browsing.scene import build
from tests.browsing.weights import too_heavy

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


STRANGERS = ("front", "tables", "open", "due", "over", "replay", "hand", "sign-in", "sign-up")


def test_every_page_at_every_size(browser: Browser, live_server: LiveServer) -> None:
    scene = build()
    found: dict[str, list[str]] = {}
    with window(browser, live_server.url, scene.marit) as (page, complaints):
        for name in scene.paths.keys() - {"sign-in", "sign-up"}:
            found |= _looked_at(page, scene.paths[name], name)
        found["console"] = [text for text in complaints if "404" not in text]
    with window(browser, live_server.url) as (page, complaints):
        for name in STRANGERS:
            found |= _looked_at(page, scene.paths[name], f"stranger-{name}")
        found["stranger-console"] = list(complaints)
    assert {key: what for key, what in found.items() if what} == {}


def _looked_at(page: Page, path: str, name: str) -> dict[str, list[str]]:
    """What is wrong with a page, by how it was shown."""
    page.goto(path)
    described = page.locator("head meta[name=description]").count()
    found = {name: too_heavy(page) + ["not described once"] * (described != 1)}
    for key in looks(page):
        picture(page, f"{name}-{key}")
        found[f"{name}-{key}"] = too_wide(page) + (faults(page, key) if "tablet" not in key else [])
    return found
