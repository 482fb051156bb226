"""/api/v1/docs/ in a real browser: it draws every operation under the strict policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.browsing.windows import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_every_operation_is_drawn_and_nothing_is_blocked(
    browser: Browser, live_server: LiveServer
) -> None:
    """Nor is anybody else asked for anything."""
    with window(browser, live_server.url, size="phone") as (page, complaints):
        page.goto("/api/v1/docs/")
        page.wait_for_selector(".opblock")

        paths = SchemaGenerator().get_schema(public=True)["paths"]
        assert page.locator(".opblock").count() == sum(len(methods) for methods in paths.values())
        page.locator(".opblock", has_text="Seal my answer").click()
        page.wait_for_selector("text=stale_hand")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert complaints == []
