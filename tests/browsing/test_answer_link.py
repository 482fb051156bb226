"""Answering by a letter's button in a real browser: signed out, without JavaScript, everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.models import Bid
from tests.browsing.eyes import looked_at, picture
from tests.browsing.windows import window
from tests.games.mail.reading import members, started
from tests.games.web.hands.test_answer_link import SEATS, asked, link

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("slug", sorted(SEATS))
def test_a_hand_is_answered_without_javascript(
    slug: str, browser: Browser, live_server: LiveServer
) -> None:
    game = started(members(SEATS[slug]), ruleset=slug)
    path = link(asked(game))
    with window(browser, live_server.url) as (page, complaints):
        # in the language of whom the letter went to, whatever the browser wishes
        assert looked_at(page, f"answer-{slug}", path, abroad=False) == {}
        assert complaints == []
    with window(browser, live_server.url, size="phone", java_script_enabled=False) as (page, _):
        page.goto(path)
        page.click("form.form button")  # nothing is chosen, so the browser does not even send it
        assert Bid.objects.count() == 0
        page.locator("form.form input[type=radio]").first.check()
        page.click("form.form button")
        page.wait_for_selector("code")
        picture(page, f"answered-{slug}")
    assert Bid.objects.count() == 1
