"""Turning Tides in a real browser: every phase at every size, and a round by clicking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.eyes import faults, looks, picture, too_wide, window
from tests.games.making import bid, people
from tests.games.web.sea_states import PHASES, stand

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def looked_at(page: Page, path: str, name: str) -> dict[str, list[str]]:
    """What is wrong with a page, by how it was shown."""
    page.goto(path)
    found = {}
    for key in looks(page):
        picture(page, f"ships-{name}-{key}")
        found[f"{name}-{key}"] = too_wide(page) + (faults(page) if "tablet" not in key else [])
    return found


def test_every_phase_at_every_size(browser: Browser, live_server: LiveServer) -> None:
    marit, joost = people(2)
    found: dict[str, list[str]] = {}
    with window(browser, live_server.url, marit) as (page, complaints):
        for phase, state in PHASES.items():
            game = stand([marit, joost], state())
            if phase == "choose":
                bid(game, joost, "fire")
            found |= looked_at(page, f"/g/{game.code}/", phase)
        found |= looked_at(page, "/moves/", "moves")
        found["console"] = list(complaints)
    assert {key: what for key, what in found.items() if what} == {}
