"""/api/v1/docs/ in a real browser: it draws every operation under the strict policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from drf_spectacular.generators import SchemaGenerator

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_every_operation_is_drawn_and_nothing_is_blocked(
    page: Page, live_server: LiveServer
) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/api/v1/docs/")
    page.wait_for_selector(".opblock")

    paths = SchemaGenerator().get_schema(public=True)["paths"]
    assert page.locator(".opblock").count() == sum(len(methods) for methods in paths.values())
    assert complaints == []
    assert all(url.startswith((live_server.url, "data:")) for url in asked)
    page.locator(".opblock", has_text="Seal my answer").click()
    page.wait_for_selector("text=stale_hand")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
