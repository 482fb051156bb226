"""Push messages are turned on once more, where the browser's push service can't be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from pytest_django import Settings

from accounts.notifications import web_push
from tests.accounts.making import member
from tests.browsing.windows import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# A browser that may have a subscription, and a push service that answers badly.
AWAY = """had => {
    let subscription = had ? { unsubscribe: async () => { subscription = null; } } : null;
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.getSubscription = async () => subscription;
    PushManager.prototype.subscribe = async () => { throw new DOMException("", "AbortError"); };
}"""


@pytest.mark.parametrize("had", [True, False])
def test_what_fails_says_whether_messages_still_come(
    browser: Browser, live_server: LiveServer, settings: Settings, *, had: bool
) -> None:
    """The old subscription is given up first, as it may be dead though the browser has it."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.VAPID_PRIVATE_KEY = web_push.new_key()
    with window(browser, live_server.url, member(), app=True) as (page, complaints):
        page.goto(reverse("ways"))
        page.evaluate(AWAY, had)
        button = page.get_by_role("button", name="Turn on notifications here")
        said = page.locator("#push-said")
        for _again in range(2):
            button.click()
            expect(said).to_contain_text("That didn’t work")
            off = "now notifications are off in this browser" in said.inner_text()
            assert off is had
        assert complaints == []


@pytest.mark.parametrize(("leave", "words"), [("denied", "set to block"), ("default", "once more")])
def test_a_question_that_was_closed_can_be_asked_again(
    browser: Browser, live_server: LiveServer, settings: Settings, leave: str, words: str
) -> None:
    """Nothing is blocked by that, and nothing to change in the settings."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.VAPID_PRIVATE_KEY = web_push.new_key()
    with window(browser, live_server.url, member(), app=True) as (page, complaints):
        page.goto(reverse("ways"))
        page.evaluate("leave => { Notification.requestPermission = async () => leave; }", leave)
        page.get_by_role("button", name="Turn on notifications here").click()
        expect(page.locator("#push-said")).to_contain_text(words)
        assert complaints == []
