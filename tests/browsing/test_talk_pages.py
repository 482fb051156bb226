"""Notes and talk, on the page of each game and on their own; and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Game
from games.services.talk import chat, notes
from tests.browsing.eyes import looked_through
from tests.browsing.looks import alike, some, together
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


def pages(users: list[User]) -> Iterator[tuple[str, str]]:
    """Of a game of each, and of one that is over, with notes that are shown to all."""
    game = talked(users)
    path = f"/g/{game.code}/"
    yield "talk-tide", path
    yield "talk-boat", f"/g/{talked(users, 'rowboat').code}/"
    yield "talk-ships", f"/g/{talked(users[:2], 'turning-tides').code}/"
    yield "talk-notes", f"{path}notes/"
    yield "talk-chat", f"{path}chat/"
    yield "talk-report", f"/report/?game={game.code}&message=2"
    game = fast_forward(talked(users[:3], name="Baltrum"))
    path = f"/g/{game.code}/"
    notes.release(users[0], game.code, shown=True)
    yield "talk-over", path
    yield "talk-over-notes", f"{path}notes/"
    yield "talk-replay", f"{path}replay/2/"
    yield "talk-person", "/people/Joost/"


PAGES = (
    "tide",
    "boat",
    "ships",
    "notes",
    "chat",
    "report",
    "over",
    "over-notes",
    "replay",
    "person",
)
ALIKE = (("tide", "boat", "ships"), ("notes", "over-notes"))


@pytest.mark.parametrize("names", together(some(PAGES, 1, kind=alike(*ALIKE))), ids=" ".join)
def test_pages(browser: Browser, live_server: LiveServer, names: tuple[str, ...]) -> None:
    """With all their folds open."""
    users = again(people)
    asked = [f"talk-{name}" for name in names]
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_through(page, complaints, asked, pages(users), opened=True) == {}


def test_piled_accents_cover_nothing_that_others_say(
    browser: Browser, live_server: LiveServer
) -> None:
    users = again(people)[:3]
    game, piled = running(users), "a" + "\u0323\u0331" * 100
    chat.say(users[1], game.code, "Good luck to all!")
    chat.say(users[2], game.code, piled)
    with window(browser, live_server.url, users[0]) as (page, complaints):
        page.goto(f"/g/{game.code}/chat/")
        below = page.get_by_text("Good luck to all!")
        seen = below.screenshot()
        page.get_by_text(piled).evaluate("it => { it.textContent = 'a'; }")
        assert below.screenshot() == seen
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
