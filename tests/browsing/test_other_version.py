"""An open page doesn't mix what it was made of with what a page is made of by now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browsing.windows import window
from tests.games.making import bid, people, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 10_000  # milliseconds
ENGLISH, GERMAN = "html[lang=en]", "html[lang=de]"


def in_german(page: Page, url: str) -> None:
    """As another tab chooses it."""
    name = settings.LANGUAGE_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": "de", "url": url}])


def test_the_whole_page_takes_another_language(browser: Browser, live_server: LiveServer) -> None:
    users = people(3)
    game = running(users)
    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        in_german(page, live_server.url)
        bid(game, users[1])
        page.locator(GERMAN).wait_for(state="attached", timeout=PATIENCE)
        assert complaints == []


def test_a_card_that_is_chosen_stays_chosen(browser: Browser, live_server: LiveServer) -> None:
    """The page is then mixed, until the next time."""
    users = people(3)
    game = running(users)
    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        card = page.locator("form.play input[name=bid]").nth(2)
        card.check(force=True)
        in_german(page, live_server.url)
        bid(game, users[1])
        expect(page.locator("#table")).to_contain_text("Deine Wetterkarten", timeout=PATIENCE)
        expect(card).to_be_checked()
        assert page.locator(ENGLISH).count() == 1
        assert complaints == []


def test_a_new_version_is_loaded_with_its_style_sheets(
    browser: Browser, live_server: LiveServer
) -> None:
    users = people(3)
    game = running(users)

    def newer(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("game.css", "game.css?newer"))

    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        page.route(f"**/g/{game.code}/", newer)
        bid(game, users[1])
        sheet = page.locator("link[href$='game.css?newer']")
        sheet.wait_for(state="attached", timeout=PATIENCE)
        page.unroute_all()
        assert complaints == []
