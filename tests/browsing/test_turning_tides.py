"""Turning Tides in a real browser: every phase at every size, and a round by clicking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.models import Game
from games.services import asides
from tests.browsing.eyes import faults, looks, picture, press, too_wide, window
from tests.games.making import bid, hand_of, legal, people, person
from tests.games.web.driving import settle
from tests.games.web.sailing import against_bot, two_sail
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
        found[f"{name}-{key}"] = too_wide(page) + (faults(page, key) if "tablet" not in key else [])
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


def test_what_was_turned_and_how_it_ended(browser: Browser, live_server: LiveServer) -> None:
    marit, joost = people(2)
    game = stand([marit, joost], PHASES["choose"]())
    bid(game, marit, "fire")
    bid(game, joost, "fire")
    game = settle(game)
    bid(game, marit, "from 7")
    game = settle(game)
    asides.do_aside(joost, game.code, "surrender")
    found: dict[str, list[str]] = {}
    with window(browser, live_server.url, marit) as (page, complaints):
        found |= looked_at(page, f"/g/{game.code}/hand/{game.hand_number - 1}/", "hand")
        found |= looked_at(page, f"/g/{game.code}/", "offered")
        found |= looked_at(page, f"/g/{game.code}/aside/?act=accept", "accept")
        asides.do_aside(marit, game.code, "accept")
        found |= looked_at(page, f"/g/{game.code}/", "over")
        found |= looked_at(page, f"/g/{surrendered().code}/replay/3/", "replay")
        found["console"] = list(complaints)
    assert {key: what for key, what in found.items() if what} == {}


def surrendered() -> Game:
    """A short game, whose record can be replayed: three hands, then one of two gives up."""
    users = [person("Aoife"), person("Henning")]
    game = two_sail(users)
    for _ in range(3):
        for user in users:
            index = game.seats.get(user=user).index
            if index in hand_of(game).awaiting:
                bid(game, user, legal(game, index)[-1])
        game = settle(game)
    asides.do_aside(users[0], game.code, "surrender")
    asides.do_aside(users[1], game.code, "accept")
    return game


@pytest.mark.parametrize(("size", "script"), [("phone", True), ("desk", False)])
def test_a_round_by_clicking(
    browser: Browser, live_server: LiveServer, size: str, script: bool
) -> None:
    user = person()
    game = against_bot(user, introduction=True)
    asked = 0
    with window(browser, live_server.url, user, size, java_script_enabled=script) as (
        page,
        complaints,
    ):
        while (game := settle(game)).state == Game.State.RUNNING and (game.table or {})[
            "round"
        ] == 1:
            page.goto(f"/g/{game.code}/")
            click_something(page, asked)
            asked += 1
            assert asked < 60
        page.goto(f"/g/{game.code}/")
        ended = page.get_by_text("How it ended").count()
        assert ended or page.get_by_text("Round 2, turn", exact=False).count()
        assert list(complaints) == []


def in_first_round(game: Game) -> bool:
    return game.state == Game.State.RUNNING and (game.table or {})["round"] == 1


def click_something(page: Page, turn: int) -> None:
    """Chooses one of each group that shows, as a thumb would, and presses the red button."""
    form = page.locator("form.play")
    for name in ("bid", "unit", "zone", "place"):
        shown = form.locator(f"label:visible:has(input[type=radio][name={name}])")
        if shown.count():
            shown.nth(turn % shown.count()).click()
    press(form.locator("button.btn--go"))
