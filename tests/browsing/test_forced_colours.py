"""Where the system chooses the colours, as for people who need a strong contrast: what is chosen
looks unlike what isn’t, though none of our colours shows, and no shadow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.test_rowboat import until
from tests.browsing.windows import window
from tests.games.making import people
from tests.games.web.sea_states import PHASES, stand

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# How each of these looks: whatever shows in such colours.
LOOKS = """parts => parts.map(part => {
  const { borderStyle, borderWidth, outlineStyle, fontWeight } = getComputedStyle(part);
  return [borderStyle, borderWidth, outlineStyle, fontWeight].join(" ");
})"""


def stands_out(page: Page, chosen: str, others: str) -> bool:
    """Whether the one that is chosen looks like none of the others; nothing has the focus."""
    page.evaluate("document.activeElement.blur()")
    (look,), rest = (page.locator(each).evaluate_all(LOOKS) for each in (chosen, others))
    return bool(rest) and look not in rest


def test_what_is_chosen_can_be_seen(browser: Browser, live_server: LiveServer) -> None:
    users = people(2)
    stand(users, PHASES["choose"]())
    asked = {
        ".bid": f"/g/{until(users, 'bid').code}/",
        ".course": "/moves/",
        ".zonechip": f"/g/{stand(users, PHASES['fire']()).code}/",
    }
    with window(browser, live_server.url, users[0], forced_colors="active") as (page, _):
        page.goto("/games/new/")
        for row in (".g3", ".pre"):
            assert stands_out(page, f"{row} :checked + *", f"{row} :not(:checked) + *"), row
        for path, row in (("/games/", ".lists"), ("/people/", ".picks")):
            page.goto(path)
            assert stands_out(page, f"{row} [aria-current]", f"{row} a:not([aria-current])"), row
        for label, path in asked.items():
            page.goto(path)
            page.locator(f"{label} input").first.check(force=True)
            chosen, rest = f"{label} :checked + *", f"{label} :not(:checked) + *"
            assert stands_out(page, chosen, rest), label
