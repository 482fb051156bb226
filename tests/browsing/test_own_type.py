"""Where a reader chooses how letters are shown, twice as large or wide apart: all that leads
somewhere stays in the window, and no word lies over another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests import browser as finder
from tests.browsing import scene
from tests.browsing.eyes import ask_for, too_wide
from tests.browsing.looks import LANGUAGES
from tests.browsing.test_narrowest import NARROW
from tests.browsing.windows import window
from tests.conftest import FLAGS
from tests.games.making import people, running
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# As WCAG 1.4.12 says that text may be spaced.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important;
    word-spacing: .16em !important; } p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
# Of links, those that end outside of the window.
OUTSIDE = """links => links.filter(each => {
  const { left, right } = each.getBoundingClientRect();
  return left < 0 || right > innerWidth;
}).map(each => each.textContent.trim())"""


@contextmanager
def with_letters(browser: Browser, **sizes: int) -> Iterator[Browser]:
    """A browser in whose settings these sizes of letters were chosen."""
    chosen = ",".join(f"{name}={size}" for name, size in sizes.items())
    flags = [*FLAGS, f"--blink-settings={chosen}"]
    with browser.browser_type.launch(executable_path=finder.find(), args=flags) as own:
        yield own


def links_outside(page: Page, where: str) -> list[str]:
    found: list[str] = page.locator(where).evaluate_all(OUTSIDE)
    return found


def test_spaced_words_leave_the_bar_whole(browser: Browser, live_server: LiveServer) -> None:
    users = again(people, 3)
    running(users)
    outside = {}
    with window(browser, live_server.url, users[0]) as (page, _):
        page.set_viewport_size(NARROW)
        for language in LANGUAGES:
            ask_for(page, language)
            page.goto("/rules/")
            page.evaluate(SPACED)
            outside[language] = links_outside(page, ".bar-nav a")
    assert outside == {language: [] for language in LANGUAGES}


def test_no_letter_below_a_size_leaves_the_bar_whole(
    browser: Browser, live_server: LiveServer
) -> None:
    users = again(people, 3)
    running(users)
    with (
        with_letters(browser, minimumFontSize=24) as own,
        window(own, live_server.url, users[0], "phone") as (page, _),
    ):
        page.goto("/rules/")
        assert links_outside(page, ".bar-nav a") == []


# Of the tabs, those whose word is wider than they are.
CROWDED = """tabs => tabs.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(each => each.textContent.trim())"""


@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize("setting", [{"defaultFontSize": 32}, {"minimumFontSize": 24}], ids=str)
def test_the_tabs_of_a_table_stay_apart(
    browser: Browser, live_server: LiveServer, setting: dict[str, int], size: str
) -> None:
    users = again(scene.everybody)
    game = scene.due(users)
    with (
        with_letters(browser, **setting) as own,
        window(own, live_server.url, users[0], size) as (page, _),
    ):
        page.goto(f"/g/{game.code}/")
        assert page.locator("#tabs a").evaluate_all(CROWDED) == []
        assert too_wide(page) == []


def test_large_letters_leave_the_name_of_a_table_whole(
    browser: Browser, live_server: LiveServer
) -> None:
    """On a desk, where the links of the site stood beside it all the same."""
    users = again(scene.everybody)
    game = scene.due(users)
    with (
        with_letters(browser, defaultFontSize=32) as own,
        window(own, live_server.url, users[0]) as (page, _),
    ):
        page.goto(f"/g/{game.code}/")
        name = page.locator(".os-title .name")
        assert name.evaluate("it => it.scrollWidth <= it.clientWidth")


def test_when_a_hand_was_does_not_cover_what_happened(
    browser: Browser, live_server: LiveServer
) -> None:
    users = again(scene.everybody)
    game = scene.over(users)
    wide = "all => all.filter(it => it.scrollWidth > it.clientWidth).map(it => it.textContent)"
    with (
        with_letters(browser, minimumFontSize=24) as own,
        window(own, live_server.url, users[0]) as (page, _),
    ):
        page.goto(f"/g/{game.code}/")
        times = page.locator(".tale li > span:first-child")
        assert times.count() > 0
        assert times.evaluate_all(wide) == []
