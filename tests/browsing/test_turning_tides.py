"""Turning Tides in a real browser: every phase, what was turned, and a round by clicking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Bid, Game
from games.services.hands import asides
from games.services.talk import chat
from tests.browsing.eyes import looked_through
from tests.browsing.looks import alike, some, together
from tests.browsing.windows import open_tab, press, window
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


@pytest.mark.parametrize("names", together(some(PHASES, 3)), ids=" ".join)
def test_phases(browser: Browser, live_server: LiveServer, names: tuple[str, ...]) -> None:
    users = again(people, 2)
    asked = [f"ships-{phase}" for phase in names]
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_through(page, complaints, asked, phases(users, names)) == {}


def phases(users: list[User], names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for phase in names:
        game = stand(users, PHASES[phase]())
        if phase == "choose":
            bid(game, users[1], "fire")
        yield f"ships-{phase}", f"/g/{game.code}/"


def turned(users: list[User]) -> Game:
    """Both have fired."""
    game = stand(users, PHASES["choose"]())
    for user in users:
        bid(game, user, "fire")
    game = settle(game)
    bid(game, users[0], "from 7")
    return settle(game)


def pages(users: list[User]) -> Iterator[tuple[str, str]]:
    """The list of games, at three different phases; then one that ends by surrender."""
    for phase in ("choose", "exchange", "damage"):
        stand(users, PHASES[phase]())
    yield "ships-moves", "/moves/"
    game = turned(users)
    path = f"/g/{game.code}/"
    yield "ships-hand", f"{path}hand/{game.hand_number - 1}/"
    asides.do_aside(users[1], game.code, "surrender")
    yield "ships-offered", path
    yield "ships-accept", f"{path}aside/?act=accept"
    asides.do_aside(users[0], game.code, "accept")
    yield "ships-over", path
    yield "ships-replay", f"/g/{surrendered().code}/replay/3/"


PAGES = ("moves", "hand", "offered", "accept", "over", "replay")


@pytest.mark.parametrize("names", together(PAGES), ids=" ".join)
def test_pages(browser: Browser, live_server: LiveServer, names: tuple[str, ...]) -> None:
    users = again(people, 2)
    asked = [f"ships-{name}" for name in names]
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_through(page, complaints, asked, pages(users)) == {}


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


def test_what_its_reader_closed_stays_closed(browser: Browser, live_server: LiveServer) -> None:
    """Their follow-up was opened for them; the page then brings itself up to date."""
    users = people(2)
    game = stand(users, PHASES["choose"]())
    bid(game, users[0], "navigate forward")
    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/?change=1")
        opened = page.locator("details.would[open]")
        opened.locator("summary").click()
        assert opened.count() == 0
        open_tab(page, "Chat")
        chat.say(users[1], game.code, "Ahoy!")
        page.locator("#said", has_text="Ahoy!").wait_for()
        assert opened.count() == 0
        assert complaints == []
