"""Notes and talk, on the page of each game and on their own, at every size; and by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Game
from games.services import chat, notes
from tests.browsing.eyes import faults, looks, picture, too_wide, window
from tests.games.making import bid_all, fresh, person, play_out, running

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


def test_every_page_at_every_size(browser: Browser, live_server: LiveServer) -> None:
    users = people()
    games = {
        "tide": talked(users),
        "boat": talked(users, "rowboat"),
        "ships": talked(users[:2], "turning-tides"),
    }
    over = play_out(talked(users[:3], name="Baltrum"))
    notes.release(users[0], over.code, shown=True)
    paths = {name: f"/g/{game.code}/" for name, game in games.items()}
    code = games["tide"].code
    paths |= {"notes": f"/g/{code}/notes/", "chat": f"/g/{code}/chat/", "person": "/people/Joost/"}
    paths |= {
        "over": f"/g/{over.code}/",
        "over-notes": f"/g/{over.code}/notes/",
        "replay": f"/g/{over.code}/replay/2/",
        "report": f"/report/?game={code}&message=2",
    }
    found: dict[str, list[str]] = {}
    with window(browser, live_server.url, users[0]) as (page, complaints):
        for name, path in paths.items():
            page.goto(path)
            page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
            for key in looks(page):
                picture(page, f"talk-{name}-{key}")
                found[f"{name}-{key}"] = too_wide(page) + (
                    faults(page, key) if key != "tablet-light" else []
                )
        found["console"] = list(complaints)
    assert {key: what for key, what in found.items() if what} == {}


def test_a_note_and_a_word_by_keyboard_without_a_script(
    browser: Browser, live_server: LiveServer
) -> None:
    users = people()[:3]
    game = running(users)
    with window(browser, live_server.url, users[0], java_script_enabled=False) as (page, _):
        page.goto(f"/g/{game.code}/")
        page.get_by_label("Add a note").focus()
        page.keyboard.type("Low tides first.")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.get_by_text("Low tides first.").wait_for()
        page.get_by_label("Say something to the table").focus()
        page.keyboard.type("Hello!")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.get_by_text("Hello!").wait_for()
        assert page.url.endswith(f"/g/{game.code}/")
