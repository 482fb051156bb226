"""Notes and talk, on the page of each game and on their own; and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Game
from games.services.talk import chat, notes
from tests.browsing.eyes import looked_at
from tests.browsing.looks import alike, some
from tests.browsing.windows import window
from tests.games.fast_forward import fast_forward
from tests.games.making import bid_all, fresh, person, running
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Marit", "Joost", "Aoife", "Henning")
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen" * 3


def people() -> list[User]:
    return [person(name, zone="Europe/Amsterdam") for name in NAMES]


def talked(users: list[User], slug: str = "turn-the-tide", **wish: object) -> Game:
    """A game in its second hand, with words of all and two notes of the first."""
    game = running(users, ruleset=slug, **wish)
    bid_all(game)
    game = fresh(game)
    notes.add(users[0], game.code, "Joost keeps 57 and up for low tides. Aoife ducks everything.")
    notes.add(users[0], game.code, "I feared the 60, and it never came.", game.hand_number)
    chat.say(users[0], game.code, "Good luck to all, and a following wind!")
    chat.say(users[1], game.code, f"And to you. {LONG}")
    chat.say(users[-1], game.code, "I am on a train until noon.\nBack this afternoon.")
    return fresh(game)


def over(users: list[User]) -> Game:
    """A game that is over, with notes that are shown to all."""
    game = fast_forward(talked(users[:3], name="Baltrum"))
    notes.release(users[0], game.code, shown=True)
    return game


PAGES: dict[str, Callable[[list[User]], str]] = {
    "tide": lambda users: f"/g/{again(talked, users).code}/",
    "boat": lambda users: f"/g/{again(talked, users, 'rowboat').code}/",
    "ships": lambda users: f"/g/{again(talked, users[:2], 'turning-tides').code}/",
    "notes": lambda users: f"/g/{again(talked, users).code}/notes/",
    "chat": lambda users: f"/g/{again(talked, users).code}/chat/",
    "report": lambda users: f"/report/?game={again(talked, users).code}&message=2",
    "over": lambda users: f"/g/{again(over, users).code}/",
    "over-notes": lambda users: f"/g/{again(over, users).code}/notes/",
    "replay": lambda users: f"/g/{again(over, users).code}/replay/2/",
    "person": lambda _users: "/people/Joost/",
}
ALIKE = (("tide", "boat", "ships"), ("notes", "over-notes"))


@pytest.mark.parametrize("name", some(PAGES, 1, kind=alike(*ALIKE)))
def test_a_page(browser: Browser, live_server: LiveServer, name: str) -> None:
    """With all its folds open."""
    users = again(people)
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_at(page, f"talk-{name}", PAGES[name](users), opened=True) == {}
        assert complaints == []


def test_a_note_and_a_word_by_keyboard_without_a_script(
    browser: Browser, live_server: LiveServer
) -> None:
    users = again(people)[:3]
    game = running(users)
    with window(browser, live_server.url, users[0], java_script_enabled=False) as (page, _):
        page.goto(f"/g/{game.code}/")
        page.locator("#tabs a[href='#notes']").focus()
        page.keyboard.press("Enter")
        page.get_by_label("Add a note").focus()
        page.keyboard.type("Low tides first.")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.get_by_text("Low tides first.").wait_for()
        assert page.url.endswith(f"/g/{game.code}/#notes")
        page.locator("#tabs a[href='#talk']").focus()
        page.keyboard.press("Enter")
        page.get_by_label("Say something to the table").focus()
        page.keyboard.type("Hello!")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.get_by_text("Hello!").wait_for()
        assert page.url.endswith(f"/g/{game.code}/#talk")
