"""What belongs together stands together and what doesn't stands apart, where room is short."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.accounts.making import member
from tests.browsing.eyes import ask_for, too_wide
from tests.browsing.looks import LANGUAGES, SIZES
from tests.browsing.scene import NAMES, everybody, over
from tests.browsing.windows import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW: ViewportSize = {"width": 360, "height": 780}
WORDS = """each => {
    const range = document.createRange();
    range.selectNode([...each.childNodes].find(node => node.nodeType === 3 && node.data.trim()));
    return range.getBoundingClientRect();
}"""
# Buttons whose words take more than one line.
BROKEN = f"""all => all.filter(each =>
    ({WORDS})(each).height > 1.6 * parseFloat(getComputedStyle(each).fontSize)
).map(each => each.innerText)"""
# How far the words of each choice stand from those of the one before.
GAPS = f"""all => all.map({WORDS}).map(({{top}}, at, boxes) => at && top - boxes[at - 1].bottom)
    .slice(1)"""
# Words of ordinary length that are broken in two.
SPLIT = """all => all.flatMap(each => {
    const node = document.createTreeWalker(each, NodeFilter.SHOW_TEXT).nextNode();
    return [...node.data.matchAll(/[\\p{L}]{2,14}(?!\\p{L})/gu)].filter(({0: word, index}) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const begins = !/\\p{L}/u.test(node.data.charAt(index - 1));
        return begins && range.getClientRects().length > 1;
    }).map(found => found[0]);
})"""


def test_the_buttons_of_a_game_on_the_front_page_stay_on_one_line(
    browser: Browser, live_server: LiveServer
) -> None:
    with window(browser, live_server.url) as (page, complaints):
        page.set_viewport_size(NARROW)
        for language in LANGUAGES:
            ask_for(page, language)
            page.goto("/")
            buttons = page.locator(".game .btn")
            assert buttons.count() == 6
            assert buttons.evaluate_all(BROKEN) == [], language
        assert complaints == []


def test_one_choice_is_told_from_the_next(browser: Browser, live_server: LiveServer) -> None:
    with window(browser, live_server.url, member()) as (page, complaints):
        page.set_viewport_size(NARROW)
        page.goto("/settings/")
        gaps = page.locator(".field--group div > label").evaluate_all(GAPS)
        assert len(gaps) == 3
        assert min(gaps) >= 8
        assert complaints == []


def test_a_heading_stands_nearer_to_what_it_heads(
    browser: Browser, live_server: LiveServer
) -> None:
    with window(browser, live_server.url) as (page, complaints):
        page.set_viewport_size(NARROW)
        page.goto("/offline/")
        above, heading, below = (
            box
            for words in ("There is no wind", "You can still look at", "No tables are stored")
            if (box := page.get_by_text(words).bounding_box())
        )
        over = heading["y"] - above["y"] - above["height"]
        assert over > below["y"] - heading["y"] - heading["height"]
        assert complaints == []


def test_a_small_link_like_button_begins_where_the_text_does(
    browser: Browser, live_server: LiveServer
) -> None:
    marit = member()
    with window(browser, live_server.url, marit) as (page, complaints):
        page.set_viewport_size(NARROW)
        page.goto("/settings/")
        page.get_by_label("What the key is for").fill("laptop")
        page.get_by_role("button", name="Make a key").click()
        button = page.get_by_role("button", name="Remove it")
        button.wait_for()
        assert button.evaluate("it => getComputedStyle(it).paddingLeft") == "0px"
        assert complaints == []


def test_a_table_of_people_breaks_only_words_that_are_too_long(
    browser: Browser, live_server: LiveServer
) -> None:
    users = everybody()
    over(users)
    with window(browser, live_server.url, users[0]) as (page, complaints):
        for width, height in ((320, 700), (360, 780), SIZES["desk"]):
            page.set_viewport_size({"width": width, "height": height})
            for language in LANGUAGES:
                ask_for(page, language)
                for name in (users[0].name, NAMES[1]):
                    page.goto(f"/people/{name}/")
                    cells = page.locator(".people th")
                    assert cells.count() == 6
                    assert cells.evaluate_all(SPLIT) == [], (name, width, language)
                    assert not too_wide(page)
        assert complaints == []
