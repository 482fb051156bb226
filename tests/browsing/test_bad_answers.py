"""What scripts say and do when a server answers them badly, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browsing.eyes import looked_at
from tests.browsing.windows import window

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# The browser's own words for what the network brought.
NETWORK = "Failed to load resource: "


def busy(route: Route) -> None:
    route.fulfill(status=503, content_type="text/html", body="<h1>Busy</h1>")


def cut(route: Route) -> None:
    route.fulfill(content_type="application/json", body='{"request_options": {')


def refused(route: Route) -> None:
    route.abort("connectionrefused")


@pytest.mark.parametrize("badly", [busy, cut, refused])
def test_a_passkey_that_could_not_be_asked_for_is_told_of(
    browser: Browser, live_server: LiveServer, badly: Callable[[Route], None]
) -> None:
    with window(browser, live_server.url) as (page, complaints):
        page.goto(reverse("account_login"))
        page.get_by_label("E-mail").fill("marit@example.org")
        page.route("**" + reverse("mfa_login_webauthn"), badly)
        for _again in range(2):
            page.locator("#passkey_login").click()
            expect(page.get_by_role("alert")).to_contain_text("That didn’t work")
        assert looked_at(page, "bad-passkey") == {}
        assert page.get_by_label("E-mail").input_value() == "marit@example.org"
        page.unroute_all()
        assert [text for text in complaints if not text.startswith(NETWORK)] == []
