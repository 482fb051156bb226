"""Wherever Tab leads at a table, nothing lies over it: no sheet, no seal bar, no tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.windows import window
from tests.games.making import people
from tests.games.web.sailing import two_sail
from tests.games.web.sea_states import PHASES, put
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
STOPS = 60
# What has the focus, if nothing of it or of the label that shows it can be seen, looked at in 25
# places; "" if something can, and null beyond what is looked through.
COVERED = """within => {
  const it = document.activeElement, shown = it.closest('label') ?? it;
  if (it === document.body || !it.closest(within)) return null;
  const box = shown.getBoundingClientRect(), fifths = [.1, .3, .5, .7, .9];
  const seen = fifths.some(x => fifths.some(y => shown.contains(
    document.elementFromPoint(box.left + box.width * x, box.top + box.height * y))));
  return seen ? '' : it.outerHTML.slice(0, 120);
}"""
# A low desk and a low phone, one on its side, and a screen enlarged four times.
SIZES = ((1280, 600), (360, 490), (740, 360), (320, 256))


def covered(page: Page, key: str = "Tab", within: str = "body") -> list[str]:
    """What is not seen of what this key leads to, from where the focus is."""
    found: list[str] = []
    for _ in range(STOPS):
        page.keyboard.press(key)
        stop = page.evaluate(COVERED, within)
        if stop is None:
            break
        found += [stop] * bool(stop)
    return found


def test_nothing_covers_what_tab_leads_to(browser: Browser, live_server: LiveServer) -> None:
    """Many boxes to tick above a seal bar, at each size; then a sheet over all of it."""
    users = again(people, 2)
    game = put(again(two_sail, users), PHASES["damage"]())
    wrong = {}
    with window(browser, live_server.url, users[0], "phone") as (page, complaints):
        page.goto(f"/g/{game.code}/")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.locator("#table").focus()
            wrong[f"{width}x{height}"] = covered(page, within="#table")
        page.set_viewport_size({"width": 360, "height": 740})
        for key in ("Tab", "Shift+Tab"):
            page.locator("#tabs a[href='#options']").press("Enter")
            wrong[f"sheet, {key}"] = covered(page, key)
        assert complaints == []
    assert {where: stops for where, stops in wrong.items() if stops} == {}
