"""An open page whose line broke, or whose questions are answered badly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browsing.test_alive import PATIENCE, follows, site
from tests.browsing.windows import window
from tests.games.making import bid, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Route
    from pytest_django.live_server_helper import LiveServer

__all__ = ["site"]  # a fixture
pytestmark = [pytest.mark.browser, pytest.mark.nginx, pytest.mark.django_db(transaction=True)]


def busy(route: Route) -> None:
    route.fulfill(status=503, content_type="text/html", body="<h1>Busy</h1>")


def limited(route: Route) -> None:
    route.fulfill(status=429, headers={"Retry-After": "5"})


def test_a_line_that_broke_is_opened_again(browser: Browser, site: str) -> None:
    """It asked every second or five for as long as the page was open, after one bad moment."""
    users, game = table_of(3)
    with window(browser, site, users[0], follows=True) as (page, _complaints):
        page.clock.install()
        page.route("**/pulse/stream*", busy)
        with page.expect_response("**/pulse/?*"):
            page.goto(f"/g/{game.code}/")
        page.unroute_all()
        page.clock.fast_forward("02:30")
        follows(page)
        bid(game, users[1])
        page.locator(".berth .state", has_text="sealed").first.wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("answer", [busy, limited])
def test_a_page_asks_a_busy_server_less_often(
    browser: Browser, site: str, answer: Callable[[Route], None]
) -> None:
    """Each open page asked it every second, for three minutes."""
    users, game = table_of(3)
    asked: list[str] = []

    def counted(route: Route) -> None:
        asked.append(route.request.url)
        answer(route)

    with window(browser, site, users[0], follows=True) as (page, _complaints):
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        page.route("**/pulse/**", counted)
        page.goto(f"/g/{game.code}/", wait_until="networkidle")
        at_once = len(asked)
        page.clock.run_for(4000)
        page.evaluate("fetch('/pulse/').then(() => null)")  # comes after what it asked until then
        assert len(asked) - 1 == at_once > 1  # its line failed, and it has asked
        with page.expect_response("**/pulse/?*"):
            page.clock.run_for(2000)
        page.unroute_all()
        bid(game, users[1])
        page.clock.run_for(6000)
        page.clock.resume()
        page.locator(".berth .state", has_text="sealed").first.wait_for(timeout=PATIENCE)


def test_a_page_that_cannot_be_fetched_is_asked_for_once_every_five_seconds(
    browser: Browser, site: str
) -> None:
    """Each time that it had become old began one more series of questions, for as long as it was
    open without a network."""
    users, game = table_of(3)
    asked: list[str] = []

    def lost(route: Route) -> None:
        if "tideweb-live" not in route.request.headers:
            return route.fallback()
        asked.append(route.request.url)
        return route.abort()

    with window(browser, site, users[0], follows=True) as (page, _complaints):
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        page.goto(f"/g/{game.code}/")
        page.route(f"**/g/{game.code}/", lost)
        for old in (*["05:30"] * 4, "00:05", "00:05"):
            before = len(asked)
            page.clock.fast_forward(old)
            page.evaluate("fetch('/pulse/').then(() => null)")  # comes after what it asked
        assert len(asked) - before == 1


# The browser's own would not follow the clock of the page.
TIMED = """AbortSignal.timeout = after => {
    const it = new AbortController();
    setTimeout(() => it.abort(), after);
    return it.signal;
}"""


@pytest.mark.parametrize("asked", ["/pulse/?*", "/g/*/"])
def test_a_question_that_is_never_answered_is_asked_again(
    browser: Browser, live_server: LiveServer, asked: str
) -> None:
    """The page waited for that answer for ever, and followed nothing any more."""
    users, game = table_of(3)
    lost: list[Route] = []

    def loses_the_first(route: Route) -> None:
        if lost or (
            "tideweb-live" not in route.request.headers and "seen=" not in route.request.url
        ):
            return route.fallback()
        return lost.append(route)

    with window(browser, live_server.url, users[0], follows=True) as (page, _complaints):
        page.clock.install()
        page.add_init_script(TIMED)
        page.goto(f"/g/{game.code}/")
        with page.expect_request(f"**{asked}"):
            page.route(f"**{asked}", loses_the_first)
            bid(game, users[1])
        bid(game, users[2])
        page.clock.fast_forward("00:31")
        page.clock.fast_forward("00:06")
        expect(page.locator(".berth .state", has_text="sealed")).to_have_count(2, timeout=PATIENCE)
        page.unroute_all()
        assert lost
