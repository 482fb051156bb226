"""A deal of Rowboat by clicking; every phase looked at on phone and desk, by day and by night."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.models import Game
from games.services import tables
from games.services.tables import Wish
from tests.browsing.eyes import faults, looks, picture, press, too_wide, window
from tests.games.making import person
from tests.games.web.driving import settle

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_deal_by_clicking(browser: Browser, live_server: LiveServer) -> None:
    marit = person(zone="Europe/Amsterdam")
    game = tables.make_table(marit, Wish("rowboat", name="Juist", seats=4, bots=3))
    path, found, phases = f"/g/{game.code}/", {}, set()
    with window(browser, live_server.url, marit) as (page, complaints):
        while (game := settle(game)).table["stage"] == 1:
            page.goto(path)
            name = f"{game.table['phase']}{len(game.table['on_table'])}"
            if name not in phases:
                phases.add(name)
                found |= _looked_at(page, f"rowboat-{name}")
            if 0 in game.table["awaiting"]:
                _answer(page)
        found |= _others(page, game)
        found["console"] = list(complaints)
    assert {"exchange0", "bid0"} <= phases
    assert phases & {"play1", "play2", "play3"}  # who leads, and so which, comes of the deal
    assert {key: what for key, what in found.items() if what} == {}


def _answer(page: Page) -> None:
    """Chooses what is offered first, with the keyboard, and sends it."""
    page.locator("form.play input[name=bid]").first.focus()
    page.keyboard.press("Space")
    press(page.locator("form.play .go button"))


def _others(page: Page, game: Game) -> dict[str, list[str]]:
    """The scored deal, the list of moves, the Lighthouse asked for and looked through."""
    last = game.log.filter(data__events__contains=[{"kind": "stage_scored"}]).get()
    found = {}
    page.goto(f"/g/{game.code}/hand/{last.hand_number}/")
    found |= _looked_at(page, "rowboat-scored")
    page.goto("/moves/")
    found |= _looked_at(page, "rowboat-moves")
    _until_dealt(page, game)
    page.goto(f"/g/{game.code}/")
    press(page.get_by_role("link", name="Light the Lighthouse"))
    found |= _looked_at(page, "rowboat-aside")
    press(page.get_by_role("button", name="Light the Lighthouse"))
    found |= _looked_at(page, "rowboat-sand")
    press(page.get_by_role("button", name="Turn the sand and look"))
    assert page.get_by_role("heading", name="The sand is running").is_visible()
    return found | _looked_at(page, "rowboat-peek")


def _until_dealt(page: Page, game: Game) -> None:
    """Goes on until everybody holds cards: before that there is nothing to look at."""
    while not any((game := settle(game)).table["cards"]):
        page.goto(f"/g/{game.code}/")
        _answer(page)


def _looked_at(page: Page, name: str) -> dict[str, list[str]]:
    found = {}
    for key in looks(page):
        picture(page, f"{name}-{key}")
        found[f"{name}-{key}"] = too_wide(page) + (faults(page, key) if "tablet" not in key else [])
    return found
