"""A game learned by a few taps on a phone, and the tips of a first game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.rules.registry import RULESETS
from games.wording.tutorials import TUTORIALS
from tests.browsing.eyes import faults, picture
from tests.browsing.looks import some
from tests.browsing.windows import press, window
from tests.games.making import hand_of, table_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = 740
SLOWLY = some(TUTORIALS, 1)  # read by all rules of axe
# How far the tip lies over what it explains, which has a thick outline, and over what is pressed to
# answer; negative: not at all.
COVERED = """() => {
    const tip = [...document.querySelectorAll('.tip-slot .tip')].find(it => it.offsetParent)
    const over = tip.getBoundingClientRect()
    const free = [...document.querySelectorAll('.os-table *')].filter(it => {
        const style = getComputedStyle(it)
        const told = style.outlineStyle == 'solid' && style.outlineWidth == '3px'
        return it.offsetParent && (told || it.matches('form.play label, form.play button'))
    }).map(it => it.getBoundingClientRect())
    return free.map(it => Math.min(it.bottom, over.bottom) - Math.max(it.top, over.top))
}"""
LOWEST = """() => Math.max(...[...document.querySelectorAll('.tap, .tapzone')]
    .map(it => it.getBoundingClientRect().bottom))"""


def test_each_game_by_tapping(browser: Browser, live_server: LiveServer) -> None:
    """Whatever can be tapped is on the first screen, and the right piece leads on."""
    beyond = {}
    with window(browser, live_server.url, size="phone") as (page, complaints):
        page.set_viewport_size({"width": 360, "height": PHONE})
        for slug, tutorial in TUTORIALS.items():
            page.goto(f"/learn/{slug}/")
            assert faults(page, slow=slug in SLOWLY) == []
            for number, step in enumerate(tutorial.steps(), 1):
                picture(page, f"learn-{slug}-{number}", whole=False)
                if (lowest := page.evaluate(LOWEST)) > PHONE:
                    beyond[slug, number] = lowest
                right = page.locator(f"a[href='/learn/{slug}/{number + 1}/']")
                assert right.count() == 1, step.tap
                press(right)
            assert page.get_by_role("heading", name="That is the game").is_visible()
        assert beyond == {}
        assert complaints == []


def test_the_tips_of_a_first_game(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3)
    with window(browser, live_server.url, users[0], "phone") as (page, complaints):
        page.goto(f"/g/{game.code}/")
        tip = page.locator(".tip-slot .tip:visible")
        assert tip.count() == 1
        assert "Two tides are up" in tip.inner_text()
        assert faults(page) == []
        while (button := tip.get_by_text("Next", exact=True)).count():
            before = tip.inner_text()
            button.click()
            assert tip.inner_text() != before
            assert tip.count() == 1
        tip.get_by_text("Got it", exact=True).click()
        assert tip.count() == 0
        page.locator("form.play input[name=bid]").first.check(force=True)
        assert "tip" not in page.evaluate(
            "[...new FormData(document.querySelector('form.play')).keys()]"
        )
        assert complaints == []


@pytest.mark.parametrize("slug", RULESETS)
def test_no_tip_covers_what_it_explains_or_what_is_pressed(
    browser: Browser, live_server: LiveServer, slug: str
) -> None:
    _users, game = table_of(RULESETS[slug].SEATS[0], ruleset=slug)
    seat = game.seats.get(index=hand_of(game).awaiting[0])
    assert seat.user is not None
    covered: list[float] = []
    with window(browser, live_server.url, seat.user, "phone") as (page, _complaints):
        for width, height in ((360, 640), (360, PHONE), (1280, 680), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"/g/{game.code}/")
            tip = page.locator(".tip-slot .tip:visible")
            covered += page.evaluate(COVERED)
            while (button := tip.get_by_text("Next", exact=True)).count():
                button.click()
                covered += page.evaluate(COVERED)
    assert covered
    assert [depth for depth in covered if depth > 0] == []
