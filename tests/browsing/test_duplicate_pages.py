"""Tables with the same deals on the pages: laid, waiting, running, over and compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import User
from games.models import Game
from games.services import sweep
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.browsing.eyes import looked_at, looked_through
from tests.browsing.looks import alike, some, together
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


def pages(users: list[User]) -> Iterator[tuple[str, str]]:
    """Of two tables that are laid, and of two that play until both are over, each in its way."""
    yield "dup-new", "/games/new/"
    yield "dup-open", f"/g/{created(users[:4], 'Texel', hours=48)[0].code}/"
    both = created(users, "Vlieland")
    path = f"/g/{both[0].code}/"
    yield "dup-running", path
    fast_forward(both[0], "over", like_bots(0))
    yield "dup-waits", path
    fast_forward(both[1], "over", like_bots(1))
    sweep.sweep()
    yield "dup-over", path
    yield "dup-compared", f"{path}duplicate/"


PAGES = ("new", "open", "running", "waits", "over", "compared")
ALIKE = (("open", "running"), ("waits", "over"))


def people() -> list[User]:
    return [person(name, zone="Europe/Amsterdam") for name in NAMES]


@pytest.mark.parametrize("names", together(some(PAGES, 1, kind=alike(*ALIKE))), ids=" ".join)
def test_pages(browser: Browser, live_server: LiveServer, names: tuple[str, ...]) -> None:
    users = again(people)
    asked = [f"dup-{name}" for name in names]
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_through(page, complaints, asked, pages(users)) == {}


def test_the_other_table_is_closed_to_those_at_the_first(
    browser: Browser, live_server: LiveServer
) -> None:
    users = again(people)
    other = created(users, "Vlieland")[1]
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
