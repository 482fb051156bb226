"""Rowboat in a real browser: every phase, the Lighthouse, and a deal by clicking."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Game
from games.services.hands import asides
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.browsing.eyes import looked_at
from tests.browsing.looks import alike, some
from tests.browsing.windows import open_tab, press, window
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, bid_all, fresh, legal, people, person, running, settle
from tests.narrowing import not_none
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CLICKED = 3  # answers at the beginning of a deal; and all in its last two tricks


def until(users: list[User], phase: str, on_table: int | None = None) -> Game:
    """A game in this phase, with so many cards on the table; by default the first is asked."""
    game = running(users, ruleset="rowboat", name="Juist")
    while not_none(game.table)["phase"] != phase or (
        0 not in not_none(game.table)["awaiting"]
        if on_table is None
        else len(not_none(game.table)["on_table"]) != on_table
    ):
        bid_all(game)
        game = settle(game)
    return game


def turned(users: list[User]) -> str:
    game = again(until, users, "play", 2)
    return f"/g/{game.code}/hand/{game.hand_number - 1}/"


def scored(users: list[User]) -> str:
    """The last hand of the first deal, in which it is scored."""
    game = running(users, ruleset="rowboat", name="Juist")
    while not_none(fresh(game).table)["stage"] == 1:
        game = fast_forward(game, to=game.hand_number + 1)
    last = game.log.filter(data__events__contains=[{"kind": "stage_scored"}]).get()
    return f"/g/{game.code}/hand/{last.hand_number}/"


def moves(users: list[User]) -> str:
    for phase in ("exchange", "bid", "play"):
        until(users, phase)
    return "/moves/"


def lit(users: list[User]) -> str:
    """The first has lit the Lighthouse."""
    game = again(until, users, "exchange")
    asides.do_aside(users[0], game.code, "lighthouse")
    return f"/g/{game.code}/"


def looking(users: list[User]) -> str:
    """The sand is running."""
    path = lit(users)
    asides.open_peek(users[0], path.split("/")[2])
    return f"{path}peek/"


PAGES: dict[str, Callable[[list[User]], str]] = {
    "exchange": lambda users: f"/g/{again(until, users, 'exchange').code}/",
    "bid": lambda users: f"/g/{again(until, users, 'bid').code}/",
    "play1": lambda users: f"/g/{again(until, users, 'play', 1).code}/",
    "play2": lambda users: f"/g/{again(until, users, 'play', 2).code}/",
    "play3": lambda users: f"/g/{again(until, users, 'play', 3).code}/",
    "play": lambda users: f"/g/{again(until, users, 'play').code}/",
    "turned": turned,
    "scored": scored,
    "moves": moves,
    "aside": lambda users: f"/g/{again(until, users, 'exchange').code}/aside/?act=lighthouse",
    "sand": lit,
    "peek": looking,
}
ALIKE = (("exchange", "bid"), ("play1", "play2", "play3", "play"))


@pytest.mark.parametrize("name", some(PAGES, 1, kind=alike(*ALIKE)))
def test_a_page(browser: Browser, live_server: LiveServer, name: str) -> None:
    users = again(people, 4)
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_at(page, f"rowboat-{name}", PAGES[name](users)) == {}
        assert complaints == []


def test_a_deal_by_clicking(browser: Browser, live_server: LiveServer) -> None:
    """The exchange, the bid and the first trick; then the last two, and what was scored."""
    marit = person(zone="Europe/Amsterdam")
    game = settle(tables.make_table(marit, TableSettings("rowboat", name="Juist", seats=4, bots=3)))
    path, clicked = f"/g/{game.code}/", 0
    with window(browser, live_server.url, marit) as (page, complaints):
        while not_none(game.table)["stage"] == 1:
            if 0 not in not_none(game.table)["awaiting"]:
                pass
            elif clicked < CLICKED or _is_late(game):
                page.goto(path)
                _answer(page)
                clicked += 1
            else:
                bid(game, marit, legal(game, 0)[0])
            game = settle(game)
        last = game.log.filter(data__events__contains=[{"kind": "stage_scored"}]).get()
        page.goto(f"{path}hand/{last.hand_number}/")
        assert page.get_by_role("heading", level=1).count() == 1
        assert complaints == []
    assert clicked > CLICKED


def test_the_lighthouse_by_clicking(browser: Browser, live_server: LiveServer) -> None:
    users = again(people, 4)
    game = again(until, users, "exchange")
    with window(browser, live_server.url, users[0]) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        open_tab(page, "Plan")
        press(page.get_by_role("link", name="Light the Lighthouse"))
        press(page.get_by_role("button", name="Light the Lighthouse"))
        press(page.get_by_role("button", name="Turn the sand and look"))
        assert page.get_by_role("heading", name="The sand is running").is_visible()
        assert complaints == []


def _is_late(game: Game) -> bool:
    return not_none(game.table)["trick"] >= len(not_none(game.table)["tide"]) - 1


def _answer(page: Page) -> None:
    """Chooses what is offered first, with the keyboard, and sends it."""
    page.locator("form.play input[name=bid]").first.focus()
    page.keyboard.press("Space")
    press(page.locator("form.play .sealbar .btn--go"))
