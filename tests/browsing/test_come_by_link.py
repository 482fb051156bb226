"""From a friend's link to a sealed card: three taps, on a phone, without an account."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from games import links
from games.models import Hand
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.all_games import SMALLEST
from tests.browsing.playing import seal_something
from tests.browsing.test_turning_tides import click_something as seal_a_card
from tests.browsing.windows import press, window
from tests.games.making import people, person

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TAPS = 3
# What a finger does on the screen, counted from page to page.
COUNTING = """window.counting ??= addEventListener("pointerdown", ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps")) + 1);
}, true) ?? true"""
SEATS = {**SMALLEST, "rowboat": 3}


@pytest.mark.parametrize("slug", SEATS)
def test_three_taps_from_the_link_to_a_sealed_card(
    browser: Browser, live_server: LiveServer, slug: str
) -> None:
    maker, *others = people(SEATS[slug] - 1)
    wish = TableSettings(ruleset=slug, name="Texel", seats=SEATS[slug], visibility="link")
    game = tables.make_table(maker, wish)
    for other in others:
        tables.join(other, game.code, link=links.link_token(game))
    with window(browser, live_server.url, size="phone") as (page, complaints):
        page.context.add_init_script(COUNTING)
        begun = time.monotonic()
        page.goto(f"/g/{game.code}/come/{links.link_token(game)}/")
        page.evaluate("sessionStorage.setItem('taps', 0)")
        press(page.get_by_role("button", name="Sit down here"))  # the first tap
        page.wait_for_selector("h1")
        hand = Hand.objects.get(stage__game=game)
        if game.seats.get(user__kind="guest").index in hand.awaiting:
            seal = seal_a_card if slug == "turning-tides" else seal_something
            seal(page, 0)  # the second tap is a card, the third the seal
            page.wait_for_load_state()
            assert hand.bids.filter(seat__user__kind="guest").exists()
            taps = int(page.evaluate("sessionStorage.getItem('taps')"))
            assert 1 < taps <= TAPS
            took = time.monotonic() - begun
            print(f"\n{slug}: {taps} taps from the link to the sealed card, {took:.1f} s")  # noqa: T201
        else:
            assert slug == "rowboat", "it is another player's turn"
        assert complaints == []


def test_a_link_is_sent_by_the_name_of_its_table(browser: Browser, live_server: LiveServer) -> None:
    """Mail programs make it the subject: "Send the link: Texel" is for whoever sends it."""
    marit = person()
    game = tables.make_table(marit, TableSettings(name="Texel", seats=3))
    with window(browser, live_server.url, marit) as (page, _complaints):
        page.goto(f"/g/{game.code}/share/")
        page.evaluate("navigator.share = async (sent) => { window.sent = sent; }")
        page.get_by_role("button", name="Send the link").click()
        link = page.get_by_label("The address of this table").input_value()
        assert page.evaluate("window.sent") == {"url": link, "title": "Texel · Tideweb"}
