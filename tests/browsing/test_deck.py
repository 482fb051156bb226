"""Your moves on a phone: one waiting hand a screen, sealed in place, then the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games import selectors
from tests.browsing.eyes import ask_for, faults, picture, too_wide
from tests.browsing.looks import LANGUAGES
from tests.browsing.test_rowboat import until
from tests.browsing.windows import press, window
from tests.games.making import bid_all, fresh, hand_of, people, running, settle
from tests.games.web.sailing import two_sail
from tests.games.web.sea_states import PHASES, put
from tests.narrowing import not_none

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, ViewportSize
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE: ViewportSize = {"width": 360, "height": 740}
# What is left of it where somebody reads letters twice as large.
LARGE_LETTERS: ViewportSize = {"width": 180, "height": 370}


def in_view(what: Locator) -> bool:
    box = what.bounding_box()
    assert box is not None
    return (
        box["x"] >= 0
        and box["x"] + box["width"] <= PHONE["width"]
        and box["y"] + box["height"] <= PHONE["height"]
    )


def test_each_hand_is_sealed_by_two_taps_where_it_is_shown(
    browser: Browser, live_server: LiveServer
) -> None:
    users = people(3)
    games = [running(users, name=name, hours=hours) for name, hours in (("Texel", 5), ("Sylt", 9))]
    put(two_sail(users[:2]), PHASES["choose"]())
    with window(browser, live_server.url, users[0], "phone") as (page, complaints):
        page.set_viewport_size(PHONE)
        page.goto("/moves/")
        assert page.locator(".job").count() == 3
        for place in range(3):  # by the links, as without a script and without a thumb
            job = page.locator(".job").nth(place)
            assert in_view(job.get_by_role("button"))
            assert in_view(job.get_by_role("heading"))
            picture(page, f"deck-{place}", whole=False)
            job.get_by_role("navigation").get_by_role("link").last.click()
            page.wait_for_function("() => true")
        assert faults(page, slow=False) + too_wide(page) == []
        for game in games:
            job = page.locator(".job").first
            assert game.name in job.get_by_role("heading").inner_text()
            card = job.locator("label").nth(2)
            card.click()
            press(job.get_by_role("button"))
            assert page.url.endswith("/moves/")
            assert selectors.observations.own_bid(fresh(game), hand_of(game), 0) is not None
        assert page.locator(".job").count() == 1
        page.set_viewport_size(LARGE_LETTERS)
        assert all(in_view(link) for link in page.locator(".bar-nav a").all())
        assert too_wide(page) == []
        assert complaints == []


CRAMPED = "all => all.map(each => each.getBoundingClientRect().width).filter(width => width < 60)"


@pytest.mark.parametrize("size", ["tablet", "desk"])
def test_nothing_is_written_letter_by_letter(
    browser: Browser, live_server: LiveServer, size: str
) -> None:
    """Where two or three hands stand beside each other."""
    users = people(3)
    until(users, "play")
    running(users)
    with window(browser, live_server.url, users[0], size) as (page, _):
        page.goto("/moves/")
        words = page.locator(".job-head h2, .pk .cap")
        assert words.count() > 2
        assert words.evaluate_all(CRAMPED) == []
        picture(page, f"deck-rowboat-{size}")


STUCK_OUT = """all => all.filter(each => each.getBoundingClientRect().right
  > each.parentElement.getBoundingClientRect().right + 1).map(each => each.innerText)"""


def test_a_wide_name_stays_in_its_hand(browser: Browser, live_server: LiveServer) -> None:
    """Who has played what in Rowboat: name and card stand in one line if they can."""
    users = people(3)
    running(users)
    game = until(users, "play")
    while 0 not in not_none(game.table)["awaiting"] or not not_none(game.table)["on_table"]:
        bid_all(game)
        game = settle(game)
    for user, sign in zip(users[1:], "WM", strict=True):
        User.objects.filter(pk=user.pk).update(name=30 * sign)
    with window(browser, live_server.url, users[0]) as (page, _):
        page.goto("/moves/")
        played = page.locator(".brief .nb")
        assert played.count() > 0
        assert played.evaluate_all(STUCK_OUT) == []


BROKEN = """all => all.filter(each => !each.innerText.trim().includes(' ')
  && each.getClientRects().length > 1).map(each => each.innerText)"""


@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_cards_are_in_one_piece(
    browser: Browser, live_server: LiveServer, language: str, size: str
) -> None:
    """In Turning Tides: Navigate was written Navigat-e."""
    users = people(3)
    running(users)
    put(two_sail(users[:2]), PHASES["choose"]())
    with window(browser, live_server.url, users[0], size) as (page, _):
        ask_for(page, language)
        page.goto("/moves/")
        words = page.locator(".course b")
        assert words.count() > 3
        assert words.evaluate_all(BROKEN) == []
