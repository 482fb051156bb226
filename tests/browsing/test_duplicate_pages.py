"""Tables with the same deals on the pages: laid, waiting, running, over and compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import User
from games.models import Game
from games.services import sweep
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.browsing.eyes import looked_at
from tests.browsing.looks import alike, some
from tests.browsing.windows import press, window
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import fresh, person
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Marit", "Joost", "Aoife", "Henning", "Ute", "Fenna")


def created(users: list[User], name: str, **wish: Any) -> list[Game]:
    """Two tables with the same deals; the first three people sit at the first."""
    first = tables.make_table(users[0], TableSettings(name=name, seats=3, duplicate=2, **wish))
    both = list(Game.objects.filter(duplicate=first.duplicate_id).order_by("pk"))
    for index, user in enumerate(users[1:], 1):
        tables.join(user, both[index // 3].code)
    return [fresh(game) for game in both]


def open_(users: list[User]) -> str:
    return f"/g/{created(users[:4], 'Texel', hours=48)[0].code}/"


def running(users: list[User]) -> str:
    return f"/g/{again(created, users, 'Vlieland')[0].code}/"


def waiting(users: list[User]) -> str:
    """Over here, and not yet there."""
    return f"/g/{fast_forward(created(users, 'Ameland')[0]).code}/"


def over(users: list[User]) -> str:
    """Over at both tables, where not all played alike."""
    both = created(users, "Terschelling")
    for seed, game in enumerate(both):
        fast_forward(game, "over", like_bots(seed))
    sweep.sweep()
    return f"/g/{both[0].code}/"


PAGES: dict[str, Callable[[list[User]], str]] = {
    "new": lambda _users: "/games/new/",
    "open": open_,
    "running": running,
    "waits": waiting,
    "over": lambda users: again(over, users),
    "compared": lambda users: f"{again(over, users)}duplicate/",
}
ALIKE = (("open", "running"), ("waits", "over"))


def people() -> list[User]:
    return [person(name, zone="Europe/Amsterdam") for name in NAMES]


@pytest.mark.parametrize("name", some(PAGES, 1, kind=alike(*ALIKE)))
def test_a_page(browser: Browser, live_server: LiveServer, name: str) -> None:
    users = again(people)
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_at(page, f"dup-{name}", PAGES[name](users)) == {}
        assert complaints == []


def test_the_other_table_is_closed_to_those_at_the_first(
    browser: Browser, live_server: LiveServer
) -> None:
    users = again(people)
    other = again(created, users, "Vlieland")[1]
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_at(page, "dup-closed", f"/g/{other.code}/") == {}
        assert complaints
        assert all("403" in text for text in complaints)


def test_two_tables_are_started_by_clicking(browser: Browser, live_server: LiveServer) -> None:
    with window(browser, live_server.url, person()) as (page, complaints):
        page.goto("/games/new/?more=1")
        page.get_by_label("The same deals at").select_option("2")
        press(page.get_by_role("button", name="Start this table"))
        assert page.get_by_role("heading", name="The same deals elsewhere").is_visible()
        assert complaints == []
