"""A season that runs, with the longest names, where there is least room for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import League
from games.services.results import leagues
from tests.browsing.eyes import looked_at
from tests.browsing.scene import LONG, everybody
from tests.browsing.windows import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HIDDEN = """() => [...document.querySelectorAll(".ledger td")].filter(each =>
    each.getBoundingClientRect().right > each.closest(".scroll-x").getBoundingClientRect().right
).map(each => each.innerText)"""


def season() -> list[User]:
    """Of five people, one division, just begun."""
    League.objects.create(slug="tides", name=LONG[:30], ruleset="rowboat", seats=2)
    users, now = everybody(), timezone.now()
    leagues.sweep(now - leagues.WAIT)
    for user in users:
        leagues.join(user, "tides")
    leagues.sweep(now)
    return users


def test_a_phone_shows_the_points_of_a_division(browser: Browser, live_server: LiveServer) -> None:
    with window(browser, live_server.url, season()[0]) as (page, complaints):
        page.set_viewport_size({"width": 360, "height": 780})
        page.goto("/leagues/tides/")
        assert page.locator(".ledger td").count() == 15
        assert page.evaluate(HIDDEN) == []
        assert complaints == []


def test_its_tables_unfolded(browser: Browser, live_server: LiveServer) -> None:
    with window(browser, live_server.url, season()[0]) as (page, complaints):
        assert looked_at(page, "season", "/leagues/tides/", opened=True) == {}
        assert complaints == []
