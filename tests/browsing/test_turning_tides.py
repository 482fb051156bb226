"""Turning Tides in a real browser: every phase, what was turned, and a round by clicking."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Bid, Game
from games.services.hands import asides
from tests.browsing.eyes import looked_at
from tests.browsing.looks import alike, some
from tests.browsing.windows import press, window
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import bid, hand_of, legal, people, person, settle
from tests.games.web.sailing import against_bot, two_sail
from tests.games.web.sea_states import PHASES, put, stand
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CLICKED = 3  # answers at the beginning of a game; and all from its last hand on


@pytest.mark.parametrize("phase", some(PHASES, 3))
def test_a_phase(browser: Browser, live_server: LiveServer, phase: str) -> None:
    marit, joost = again(people, 2)
    game = put(again(two_sail, [marit, joost]), PHASES[phase]())
    if phase == "choose":
        bid(game, joost, "fire")
    with window(browser, live_server.url, marit) as (page, complaints):
        assert looked_at(page, f"ships-{phase}", f"/g/{game.code}/") == {}
        assert complaints == []


def moves(users: list[User]) -> str:
    """The list of games, at three different phases."""
    for phase in ("choose", "exchange", "damage"):
        stand(users, PHASES[phase]())
    return "/moves/"


def turned(users: list[User]) -> Game:
    """Both have fired."""
    game = stand(users, PHASES["choose"]())
    for user in users:
        bid(game, user, "fire")
    game = settle(game)
    bid(game, users[0], "from 7")
    return settle(game)


def hand(users: list[User]) -> str:
    game = again(turned, users)
    return f"/g/{game.code}/hand/{game.hand_number - 1}/"


def offered(users: list[User]) -> Game:
    """The other one would surrender."""
    game = turned(users)
    asides.do_aside(users[1], game.code, "surrender")
    return game


def over(users: list[User]) -> Game:
    game = offered(users)
    asides.do_aside(users[0], game.code, "accept")
    return game


PAGES: dict[str, Callable[[list[User]], str]] = {
    "moves": moves,
    "hand": hand,
    "offered": lambda users: f"/g/{again(offered, users).code}/",
    "accept": lambda users: f"/g/{again(offered, users).code}/aside/?act=accept",
    "over": lambda users: f"/g/{again(over, users).code}/",
    "replay": lambda _users: f"/g/{surrendered().code}/replay/3/",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page(browser: Browser, live_server: LiveServer, name: str) -> None:
    users = again(people, 2)
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_at(page, f"ships-{name}", PAGES[name](users)) == {}
        assert complaints == []


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


def test_a_game_by_clicking(browser: Browser, live_server: LiveServer) -> None:
    """The first hands against a bot, and how a game ends after its last one."""
    user = person()
    game = against_bot(user, introduction=True)
    with window(browser, live_server.url, user, "phone") as (page, complaints):
        for turn in range(CLICKED):
            game = settle(game)
            page.goto(f"/g/{game.code}/")
            click_something(page, turn)
        game = fast_forward(settle(game), "last", like_bots())
        while (game := settle(game)).state == Game.State.RUNNING:
            page.goto(f"/g/{game.code}/")
            click_something(page, 0)
        page.goto(f"/g/{game.code}/")
        assert page.get_by_text("How it ended").count()
        assert complaints == []
    assert game.seats.get(user=user).bids.filter(via="page").count() > CLICKED


# Forms that ask for one thing, and for several, which the script shows one after the other.
ANSWERED = ("fire", "promote", "cannon", "move", "navigate bare", "cannon bare", "move bare")
ALIKE = (("fire", "promote"), ("cannon", "move"), ("cannon bare", "move bare"))


@pytest.mark.parametrize("form", some(ANSWERED, 1, kind=alike(*ALIKE)))
def test_an_answer_by_clicking(browser: Browser, live_server: LiveServer, form: str) -> None:
    """Also by bare forms, without the script."""
    phase, _space, bare = form.partition(" ")
    users, how = again(people, 2), {"java_script_enabled": False} if bare else {}
    game = put(again(two_sail, users), PHASES[phase]())
    with window(browser, live_server.url, users[0], "phone", **how) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        click_something(page, 0)
        assert complaints == []
    assert Bid.objects.filter(hand__game=game, seat__index=0).count() == 1


def click_something(page: Page, turn: int) -> None:
    """Chooses one of each group that shows, as a thumb would, and presses the red button."""
    form = page.locator("form.play")
    for kind in (".zonechip.unit", ":not(.unit)"):  # who moves, then where to
        shown = form.locator(f"label{kind}:visible:has(input[type=radio])")
        if shown.count():
            shown.nth(turn % shown.count()).click()
    press(form.locator("button.btn--go"))
