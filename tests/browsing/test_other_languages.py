"""German and Dutch words are longer than English ones: their pages fit a phone all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.services import tables
from games.services.tables import Wish
from tests.browsing.eyes import picture, too_wide, window
from tests.browsing.scene import build
from tests.games.making import bid, legal, person
from tests.games.web.driving import settle
from tests.games.web.sea_states import PHASES, stand

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# words that stick out of what holds them, unless a box there rolls or cuts on purpose
STUCK_OUT = """() => [...document.querySelectorAll("main *, header *, footer *")].filter(each => {
    const worded = [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    const box = each.getBoundingClientRect(), hull = each.parentElement.getBoundingClientRect();
    return worded && box.width > 1 && !each.closest(".vh, svg, select")
        && getComputedStyle(each).position === "static"
        && (each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0
            && getComputedStyle(each).overflowX === "visible" || box.right > hull.right + 1);
}).map(each => `${each.tagName}.${each.className}: ${each.innerText.slice(0, 40)}`)"""


@pytest.fixture(params=["de", "nl"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_page_fits_a_phone(browser: Browser, live_server: LiveServer, language: str) -> None:
    scene = build()
    scene.marit.language = language
    scene.marit.save()
    paths = {**scene.paths, "tide-rules": "/rules/turn-the-tide/", "privacy": "/privacy/"}
    with window(browser, live_server.url, scene.marit, "phone") as (page, _):
        found = {name: _looked_at(page, path, language, name) for name, path in paths.items()}
    with window(browser, live_server.url, size="phone", locale=language) as (page, _):
        for name in ("front", "open", "over", "sign-in", "sign-up"):
            found[f"no-{name}"] = _looked_at(page, paths[name], language, f"no-{name}")
    assert {name: what for name, what in found.items() if what} == {}


def test_both_ships_fit_a_phone(browser: Browser, live_server: LiveServer, language: str) -> None:
    users = [person("Marit", language=language), person("Joost")]
    found = {}
    with window(browser, live_server.url, users[0], "phone") as (page, _):
        for phase, state in PHASES.items():
            path = f"/g/{stand(users, state()).code}/"
            found[phase] = _looked_at(page, path, language, f"ships-{phase}")
    assert {phase: what for phase, what in found.items() if what} == {}


def test_a_deal_of_rowboat_fits_a_phone(
    browser: Browser, live_server: LiveServer, language: str
) -> None:
    marit = person("Marit", language=language)
    game = tables.make_table(marit, Wish("rowboat", name="Juist", seats=4, bots=3))
    found = {}
    with window(browser, live_server.url, marit, "phone") as (page, _):
        while not ({"exchange0", "bid0"} <= found.keys() and len(found) > 3):
            game = settle(game)
            name = f"{game.table['phase']}{len(game.table['on_table'])}"
            if name not in found:
                found[name] = _looked_at(page, f"/g/{game.code}/", language, f"rowboat-{name}")
            if 0 in game.table["awaiting"]:
                bid(game, marit, legal(game, 0)[0])
        path = f"/g/{game.code}/hand/{game.hand_number - 1}/"
        found["turned"] = _looked_at(page, path, language, "rowboat-turned")
    assert {name: what for name, what in found.items() if what} == {}


def _looked_at(page: Page, path: str, language: str, name: str) -> list[str]:
    page.goto(path)
    picture(page, f"{language}-{name}")
    assert page.locator("html").get_attribute("lang") == language
    return too_wide(page) + page.evaluate(STUCK_OUT)
