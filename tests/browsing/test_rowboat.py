"""Rowboat in a real browser: every phase, the Lighthouse, and a deal by clicking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Game
from games.services.hands import asides
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests import ready_games
from tests.browsing.eyes import STUCK_OUT, looked_through
from tests.browsing.looks import alike, some, together
from tests.browsing.scene import NAMES
from tests.browsing.windows import open_tab, press, window
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, bid_all, legal, people, person, running, settle
from tests.narrowing import not_none
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CLICKED = 3  # answers at the beginning of a deal; and all in its last two tricks


def until(users: list[User], phase: str, on_table: int | None = None) -> Game:
    """A game in this phase, with so many cards on the table; by default the first is asked."""
    return on(running(users, ruleset="rowboat", name="Juist"), phase, on_table)


def on(game: Game, phase: str, on_table: int | None = None) -> Game:
    """Plays on until then."""
    while not_none(game.table)["phase"] != phase or (
        0 not in not_none(game.table)["awaiting"]
        if on_table is None
        else len(not_none(game.table)["on_table"]) != on_table
    ):
        bid_all(game)
        game = settle(game)
    return game


def pages(users: list[User]) -> Iterator[tuple[str, str]]:
    """Two games from page to page: one waits in the exchange, one goes on to the end of a deal."""
    waits, game = until(users, "exchange"), until(users, "bid")
    path = f"/g/{game.code}/"
    yield "rowboat-exchange", f"/g/{waits.code}/"
    yield "rowboat-aside", f"/g/{waits.code}/aside/?act=lighthouse"
    yield "rowboat-bid", path
    for number in (1, 2, 3):
        game = on(game, "play", number)
        yield f"rowboat-play{number}", path
        if number == 2:
            yield "rowboat-turned", f"{path}hand/{game.hand_number - 1}/"
    game = on(game, "play")
    yield "rowboat-play", path
    until(users, "bid")
    yield "rowboat-moves", "/moves/"
    asides.do_aside(users[0], waits.code, "lighthouse")
    yield "rowboat-sand", f"/g/{waits.code}/"
    asides.open_peek(users[0], waits.code)
    yield "rowboat-peek", f"/g/{waits.code}/peek/"
    while not_none(game.table)["stage"] == 1:
        game = fast_forward(game, to=game.hand_number + 1)
    last = game.log.filter(data__events__contains=[{"kind": "stage_scored"}]).get()
    yield "rowboat-scored", f"{path}hand/{last.hand_number}/"


PAGES = ("exchange", "aside", "bid", "play1", "play2", "turned", "play3", "play", "moves", "sand",
         "peek", "scored")  # fmt: skip
ALIKE = (("exchange", "bid"), ("play1", "play2", "play3", "play"))


@pytest.mark.parametrize("names", together(some(PAGES, 1, kind=alike(*ALIKE))), ids=" ".join)
def test_pages(browser: Browser, live_server: LiveServer, names: tuple[str, ...]) -> None:
    users = people(4)
    asked = [f"rowboat-{name}" for name in names]
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_through(page, complaints, asked, pages(users)) == {}


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
        press(page.get_by_role("button", name="Turn the glass and look"))
        assert page.get_by_role("heading", name="The sand is running").is_visible()
        assert complaints == []


def test_a_long_name_breaks_in_the_replay(browser: Browser, live_server: LiveServer) -> None:
    game = ready_games.take("rowboat")
    User.objects.filter(seats__game=game, seats__index=0).update(name=NAMES[1])
    with window(browser, live_server.url, size="phone") as (page, _complaints):
        page.goto(f"/g/{game.code}/replay/1/")
        assert NAMES[1] in page.inner_text(".knows")
        assert page.evaluate(STUCK_OUT) == []


def _is_late(game: Game) -> bool:
    return not_none(game.table)["trick"] >= len(not_none(game.table)["tide"]) - 1


def _answer(page: Page) -> None:
    """Chooses what is offered first, with the keyboard, and sends it."""
    page.locator("form.play input[name=bid]").first.focus()
    page.keyboard.press("Space")
    press(page.locator("form.play .sealbar .btn--go"))
