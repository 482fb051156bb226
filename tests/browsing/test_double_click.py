"""Two clicks on one button, while the answer to the first is on its way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from playwright.sync_api import expect

from games.models import Game
from tests.accounts.making import member
from tests.browsing.windows import window
from tests.narrowing import not_none

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_limits_left_over"),
]
SLOW = {"offline": False, "latency": 200, "downloadThroughput": -1, "uploadThroughput": -1}
CODE = r"^ *(\w{3,}-?\w{3,}) *$"


def slowly(page: Page) -> list[str]:
    """Every answer takes a while from now on. Returns what is sent meanwhile, as it is."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    return sent


def twice(button: Locator) -> None:
    """The second click comes before the answer, as a quick finger does it."""
    button.dblclick(delay=20, no_wait_after=True)


def test_who_signs_in_by_a_code_is_in(browser: Browser, live_server: LiveServer) -> None:
    """The second request would come with a code that is used up, or cut off the cookie."""
    marit = member()
    with window(browser, live_server.url) as (page, _said):
        page.goto("/account/login/code/?next=/settings/playing/")
        page.get_by_label("E-mail").fill(not_none(marit.email))
        page.locator("main form button").first.click()
        page.wait_for_url("**/code/confirm/**")
        (code,) = re.findall(CODE, str(mail.outbox[-1].body), re.MULTILINE)
        page.locator("main input[name=code]").fill(code)
        sent = slowly(page)
        twice(page.locator("main form button").first)
        page.wait_for_url("**/settings/playing/")
        assert len(sent) == 1


def test_a_stranger_plays_one_game(browser: Browser, live_server: LiveServer) -> None:
    with window(browser, live_server.url) as (page, _said):
        page.goto("/")
        sent = slowly(page)
        twice(page.get_by_role("button", name="Play now against bots"))
        page.locator("#table").wait_for()
        assert len(sent) == Game.objects.count() == 1
        page.go_back()
        page.get_by_role("button", name="Play now against bots").click()
        expect(page.locator("#table")).to_be_visible()
        assert len(sent) == 2
