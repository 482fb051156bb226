"""Tables with the same deals on the pages: laid, waiting, running, over, compared; at all sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Game
from games.services import sweeping, tables
from games.services.tables import Wish
from tests.browsing.eyes import faults, looks, picture, press, too_wide, window
from tests.games.making import bid, bid_all, fresh, legal, person, play_out

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Marit", "Joost", "Aoife", "Henning", "Ute", "Fenna")


def laid(users: list[User], name: str, **wish: object) -> list[Game]:
    """Two tables with the same deals; the first three people sit at the first."""
    first = tables.make_table(users[0], Wish(name=name, seats=3, duplicate=2, **wish))
    both = list(Game.objects.filter(duplicate=first.duplicate_id).order_by("pk"))
    for index, user in enumerate(users[1:], 1):
        tables.join(user, both[index // 3].code)
    return [fresh(game) for game in both]


def test_every_page_at_every_size(browser: Browser, live_server: LiveServer) -> None:
    users = [person(name, zone="Europe/Amsterdam") for name in NAMES]
    open_ = laid(users[:4], "Texel", hours=48)
    running = laid(users, "Vlieland")
    waits = laid(users, "Ameland")
    play_out(waits[0])
    compared = laid(users, "Terschelling")
    for game in compared:
        for _hand in range(3):  # so that not all play alike
            if game == compared[0]:
                bid(game, users[0], legal(game, 0)[-1])
            bid_all(game)
        play_out(game)
    sweeping.sweep()
    paths = {
        "dup-new": "/games/new/",
        "dup-open": f"/g/{open_[0].code}/",
        "dup-running": f"/g/{running[0].code}/",
        "dup-waits": f"/g/{waits[0].code}/",
        "dup-over": f"/g/{compared[0].code}/",
        "dup-compared": f"/g/{compared[0].code}/duplicate/",
        "dup-closed": f"/g/{running[1].code}/",
    }
    found: dict[str, list[str]] = {}
    with window(browser, live_server.url, users[0]) as (page, complaints):
        for name, path in paths.items():
            page.goto(path)
            for key in looks(page):
                picture(page, f"{name}-{key}")
                found[f"{name}-{key}"] = too_wide(page) + faults(page, key)
        found["console"] = [text for text in complaints if "403" not in text]
        assert page.goto(paths["dup-closed"]).status == 403
        page.goto("/games/new/")
        page.get_by_label("The same deals at").select_option("2")
        press(page.get_by_role("button", name="Lay this table"))
        assert page.get_by_role("heading", name="The same deals elsewhere").is_visible()
    assert {key: what for key, what in found.items() if what} == {}
