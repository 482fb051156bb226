"""A game is read and answered in browsers of three to five years ago, such as Chrome 100, Firefox
ESR 102 and 115, and Safari 15.4.

They pass over what they don't know. So does this browser, once what is newer has a name in the
style sheets that it does not know either; and what scripts may not find is taken from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.contrib.staticfiles import finders

from tests.browsing.eyes import picture
from tests.browsing.test_one_screen import PHASES, SIZES, beyond
from tests.browsing.windows import window
from tests.games.making import people
from tests.narrowing import not_none
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEWER = re.compile(
    r":has(?=\()|color-mix(?=\()|(?<=\d)(?:dvh|cqi)|subgrid|@container|container-type|text-wrap"
)
WITHOUT = "delete Element.prototype.checkVisibility; delete AbortSignal.timeout;"
# How far each mark between the ships lies from the middle of the zone of mine that it is about.
ASTRAY = """wide => [...document.querySelectorAll('.channel > li')].map(mark => {
  const box = it => it.getBoundingClientRect();
  const middle = it => wide ? box(it).left + box(it).width / 2 : box(it).top + box(it).height / 2;
  const [, number] = mark.className.match(/c([0-9])/);
  return Math.round(Math.abs(middle(mark) - middle(document.querySelector(`.me .z${number}`))));
})"""
OVERBOARD = """() => {
  const sea = document.querySelector('.sea').getBoundingClientRect();
  return [...document.querySelectorAll('.ship .zone')].filter(it => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return left < sea.left || right > sea.right || top < sea.top || bottom > sea.bottom;
  }).length;
}"""


def _older(route: Route) -> None:
    name = route.request.url.partition("/static/")[2]
    css = Path(not_none(finders.find(name))).read_text("utf-8")
    route.fulfill(body=NEWER.sub(r"\g<0>-unknown", css), content_type="text/css")


@contextmanager
def older(browser: Browser, url: str, phase: str, size: str, tail: str = "") -> Iterator[Page]:
    """A table in such a browser, at this phase of a hand."""
    users = again(people, 5)
    path = f"/g/{PHASES[phase](users).code}/{tail}"
    with window(browser, url, users[0], service_workers="block") as (page, complaints):
        page.add_init_script(WITHOUT)
        page.route("**/*.css", _older)
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(path)
        picture(page, f"older-{phase}-{size}", whole=False)
        yield page
        page.unroute("**/*.css")
        assert complaints == []


def test_on_a_desk_each_tab_leads_to_its_part(browser: Browser, live_server: LiveServer) -> None:
    with older(browser, live_server.url, "tide-bid", "desk") as page:
        assert page.locator("#story").is_visible()
        for tab in page.locator("#tabs a").all():
            tab.click()
            leaf = page.locator(not_none(tab.get_attribute("href")))
            box = not_none(leaf.bounding_box())
            foot = not_none(page.viewport_size)["height"]
            assert 0 <= box["y"] < foot - 100
            picture(page, f"older-leaf-{leaf.get_attribute('id')}", whole=False)


def test_a_sheet_is_no_higher_than_a_phone(browser: Browser, live_server: LiveServer) -> None:
    with older(browser, live_server.url, "tide-bid", "phone") as page:
        page.locator("#tabs a[href='#options']").click()
        assert not_none(page.locator("#options .leaf-close").bounding_box())["y"] > 0
        page.keyboard.press("Escape")
        page.wait_for_url("**#table", timeout=5000)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("phase", ["ships-choose", "ships-fire"])
def test_the_ships_lie_in_the_sea(
    browser: Browser, live_server: LiveServer, phase: str, size: str
) -> None:
    with older(browser, live_server.url, phase, size) as page:
        assert beyond(page)[1] == []
        assert page.evaluate(OVERBOARD) == 0
        assert max(page.evaluate(ASTRAY, size == "desk")) <= 1


def test_who_moves_to_a_zone_is_said(browser: Browser, live_server: LiveServer) -> None:
    """Where the zones of all of them are shown."""
    with older(browser, live_server.url, "ships-move", "phone") as page:
        for row in page.locator(".zonechips.to").all():
            said = row.evaluate("it => getComputedStyle(it, '::before').content")
            assert said == f'"{row.get_attribute("aria-label")}"'


@pytest.mark.parametrize("size", SIZES)
def test_no_name_covers_the_emblem_of_a_card(
    browser: Browser, live_server: LiveServer, size: str
) -> None:
    with older(browser, live_server.url, "rowboat-lead", size) as page:
        assert beyond(page)[1] == []
        assert page.locator(".card .name:visible").count() == 0
        for sign in page.locator(".card .corner svg").all():
            assert sign.evaluate("it => it.clientWidth") == 14


def test_many_cards_on_a_phone_are_read(browser: Browser, live_server: LiveServer) -> None:
    with older(browser, live_server.url, "rowboat-many", "phone") as page:
        assert beyond(page)[1] == []
        for emblem in page.locator(".rowhand .card:not(.special) .big").all():
            assert emblem.evaluate("it => getComputedStyle(it).opacity") == "0"


def test_a_button_under_the_pointer_is_read(browser: Browser, live_server: LiveServer) -> None:
    with older(browser, live_server.url, "tide-bid", "desk") as page:
        button = page.locator(".sealbar .btn--go")
        page.locator("form.play label").first.click()
        button.hover()
        page.wait_for_timeout(200)  # its colours go over into each other
        colour = button.evaluate("it => getComputedStyle(it).backgroundColor")
        assert colour != "rgba(0, 0, 0, 0)"


def test_whether_the_house_is_back_is_asked(browser: Browser, live_server: LiveServer) -> None:
    """By a page that was kept, though no browser can say so."""
    [user, *_] = again(people, 5)
    with window(browser, live_server.url, user, app=True) as (page, _complaints):
        page.add_init_script(WITHOUT)
        page.goto("/games/")
        page.evaluate("document.body.dataset.offline = new Date().toISOString()")
        with page.expect_request(lambda it: it.method == "HEAD", timeout=10_000):
            pass
