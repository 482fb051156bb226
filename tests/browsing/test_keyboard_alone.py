"""Each game from the front page on with the keyboard alone: Tab, arrows, Space, Enter.

The focus is never lost: wherever Tab goes, something shows where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.models import Game
from tests.browsing.looks import WHOLE
from tests.browsing.windows import window
from tests.games.making import settle

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MAX_TABS = 150
# Whether the focus shows, and whether it is where it is to go. A card is drawn by its label, which
# shows the focus of the radio button in it, and a tip shows that of its own; what nobody can see
# shows nothing.
FOCUSED = """selector => {
  const it = document.activeElement;
  const said = document.getElementById(it.getAttribute('aria-describedby') ?? '');
  const marks = [it, it.closest('label'), it.nextElementSibling, said?.closest('.tip')];
  const shown = it === document.body || marks.some(each => {
    if (!each || each.matches('.vh') || !each.checkVisibility()) return false;
    const style = getComputedStyle(each);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 2;
  });
  return [shown, it.matches(selector)];
}"""
# Whether it is a button to send the form, or answers a question that has no answer yet.
ASKED = """() => {
  const it = document.activeElement, button = it.matches('button');
  const open = !button && it.matches('input[type=radio]')
    && !it.form.querySelector(`input[name="${it.name}"]:checked`);
  return [button, open];
}"""


# As many as it takes to meet each sort of form that comes first; `make browsers` plays more.
HANDS = {"turn-the-tide": 1, "rowboat": 2, "turning-tides": 2}
MORE = {"turn-the-tide": 2, "rowboat": 5, "turning-tides": 3}


@pytest.mark.parametrize(("slug", "hands"), (MORE if WHOLE else HANDS).items())
def test_a_game_with_the_keyboard_alone(
    browser: Browser, live_server: LiveServer, slug: str, hands: int
) -> None:
    with window(browser, live_server.url) as (page, complaints):
        page.goto("/")
        tab_to(page, f'button[name=ruleset][value="{slug}"], form:has([value="{slug}"]) button')
        page.keyboard.press("Enter")
        page.wait_for_url("**/g/*/")
        game = Game.objects.get()
        answered = 0
        while answered < hands:
            game = settle(game)
            page.goto(f"/g/{game.code}/")
            if page.locator("form.play").count():
                if answered == 0:
                    choose_no_tip(page)
                answer(page)
                answered += 1
        assert complaints == []
    mine = game.seats.get(index=0)
    assert mine.bids.filter(via="page").count() == hands


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until the focus is there; it must be seen on the way."""
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        shown, there = page.evaluate(FOCUSED, selector)
        assert shown, page.evaluate("document.activeElement.outerHTML")
        if there:
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def choose_no_tip(page: Page) -> None:
    """What comes before the first tip; where that is chosen shows as well."""
    tab_to(page, ".tips input")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUSED, ".tips input:last-of-type") == [True, True]


def answer(page: Page) -> None:
    """Answers each question of the form by its first choice, and sends it."""
    for _ in range(MAX_TABS):
        tab_to(page, "form.play input, form.play button")
        button, is_open = page.evaluate(ASKED)
        if button:
            break
        if is_open:
            page.keyboard.press("Space")
    with page.expect_navigation():
        page.keyboard.press("Enter")
