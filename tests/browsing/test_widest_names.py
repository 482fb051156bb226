"""On a narrow phone, where names of people and tables are one word and wider than it: nobody has
to push a page sideways because of what somebody else is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Game
from games.services.talk import chat
from tests.browsing import scene
from tests.browsing.eyes import ask_for, too_wide
from tests.browsing.test_one_screen import at_sea
from tests.browsing.windows import window
from tests.games.making import people, running
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW: ViewportSize = {"width": 320, "height": 640}  # also a window of 1280 at 400 %


def running_and_next(users: list[User]) -> list[str]:
    """A table where all is done and the button leads to the next, and what is said there."""
    running(users[:3])
    game = scene.sealed(users)
    chat.say(users[1], game.code, "Moin")
    return [f"/g/{game.code}/", f"/g/{game.code}/chat/"]


def over(users: list[User]) -> list[str]:
    game = scene.over(users)
    return [f"/g/{game.code}/{rest}" for rest in ("", "compare/", "replay/5/", "hand/12/")]


def waiting(users: list[User]) -> list[str]:
    """Where one could sit down."""
    open_, offered = scene.open_(users), scene.offered(users)
    return [f"/g/{open_.code}/", f"/g/{offered.code}/", "/seats/", "/games/"]


def ships(users: list[User]) -> list[str]:
    return [f"/g/{at_sea(phase, users).code}/" for phase in ("fire", "choose")]


@pytest.mark.parametrize("prepare", [running_and_next, over, waiting, ships])
def test_nothing_is_pushed_sideways(
    browser: Browser, live_server: LiveServer, prepare: Callable[[list[User]], list[str]]
) -> None:
    users = again(people, 5)
    paths = prepare(users)
    for user, sign in zip(users[1:], "WMQG", strict=True):
        User.objects.filter(pk=user.pk).update(name=30 * sign)
    Game.objects.update(name=40 * "W")
    with window(browser, live_server.url, users[0]) as (page, _):
        ask_for(page, "de")
        page.set_viewport_size(NARROW)
        wide = []
        for path in paths:
            page.goto(path)
            wide += [path] * bool(too_wide(page))
    assert wide == []
