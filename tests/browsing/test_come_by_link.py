"""From a friend's link to a sealed card: three taps, on a phone, without an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import links
from games.models import Hand
from games.services.lobby import tables
from games.services.lobby.tables import Wish
from tests.browsing.playing import seal_something
from tests.browsing.test_turning_tides import click_something as seal_a_card
from tests.browsing.windows import press, window
from tests.games.making import people

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SEATS = {"turn-the-tide": 3, "rowboat": 3, "turning-tides": 2}


@pytest.mark.parametrize("slug", SEATS)
def test_three_taps_from_the_link_to_a_sealed_card(
    browser: Browser, live_server: LiveServer, slug: str
) -> None:
    maker, *others = people(SEATS[slug] - 1)
    wish = Wish(ruleset=slug, name="Texel", seats=SEATS[slug], visibility="link")
    game = tables.make_table(maker, wish)
    for other in others:
        tables.join(other, game.code, link=links.link_token(game))
    with window(browser, live_server.url, size="phone") as (page, complaints):
        page.goto(f"/g/{game.code}/come/{links.link_token(game)}/")
        press(page.get_by_role("button", name="Sit down here"))  # the first tap
        page.wait_for_selector("h1")
        hand = Hand.objects.get(stage__game=game)
        if game.seats.get(user__kind="guest").index in hand.awaiting:
            seal = seal_a_card if slug == "turning-tides" else seal_something
            seal(page, 0)  # the second tap is a card, the third the seal
            page.wait_for_load_state()
            assert hand.bids.filter(seat__user__kind="guest").exists() or hand.closed_at
        else:
            assert slug == "rowboat", "it is another player's turn"
        assert complaints == []
