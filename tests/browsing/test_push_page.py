"""The part of a page that lets a browser be pushed to: its script, its worker, and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from pytest_django import Settings

from accounts.notifications import web_push
from tests.accounts.making import member
from tests.browsing.eyes import looked_at
from tests.browsing.windows import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _with_a_key(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.VAPID_PRIVATE_KEY = web_push.new_key()


def test_the_script_offers_it_and_the_worker_serves_the_whole_site(
    browser: Browser, live_server: LiveServer
) -> None:
    with window(browser, live_server.url, member(), size="phone") as (page, complaints):
        page.goto(reverse("ways"))
        page.get_by_role("button", name="Turn on notifications here").wait_for()
        assert page.get_by_text("A push message tells you that it is your move").is_visible()
        assert looked_at(page, "account-push") == {}
        scope = page.evaluate(
            "navigator.serviceWorker.register('/push-worker.js', {scope: '/'}).then(r => r.scope)"
        )
        assert scope == f"{live_server.url}/"
    assert complaints == []


def test_without_its_script_the_page_says_so(browser: Browser, live_server: LiveServer) -> None:
    marit = member()
    with window(browser, live_server.url, marit, java_script_enabled=False) as (page, _complaints):
        page.goto(reverse("ways"))
        assert page.get_by_text("This needs JavaScript.").is_visible()
        assert not page.get_by_role("button", name="Turn on notifications here").is_visible()
