"""What goes wrong between a browser and us: two tabs, double clicks, the way back, a session that
ended, a network that comes and goes. Nothing is lost, and the page says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.models import Bid
from tests.browsing.windows import press, window
from tests.games.making import bid, hand_of, settle, table_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

    from games.models import Game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def choose(page: Page, place: int) -> str:
    """Marks a card, and says which."""
    card = page.locator("form.play input[name=bid]").nth(place)
    card.check(force=True)
    return card.input_value()


def seal(page: Page) -> None:
    press(page.locator(".sealbar button"))


def sealed(game: Game) -> Bid:
    return Bid.objects.get(hand=hand_of(game), seat__index=0)


def test_a_tab_left_behind_answers_no_other_hand(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3)
    with window(browser, live_server.url, users[0]) as (page, _complaints):
        page.goto(f"/g/{game.code}/")
        other = page.context.new_page()
        other.goto(f"/g/{game.code}/")
        choose(other, 2)
        seal(other)
        for user in users[1:]:
            bid(game, user)
        settle(game)
        choose(page, 7)
        seal(page)
        assert page.locator("main .notice--bad").count() == 1
        assert page.get_by_text("You haven’t sealed anything in this hand yet.").count() == 1
    assert hand_of(game).number == 2
    assert not hand_of(game).bids.exists()


def test_pressing_twice_seals_once(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3)
    with window(browser, live_server.url, users[0]) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        card = choose(page, 4)
        page.locator(".sealbar button").dblclick()
        page.get_by_text(f"Sealed: the {card}").wait_for()
        assert complaints == []
    assert sealed(game).changes == 0


def test_the_way_back_leads_to_a_change(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3)
    with window(browser, live_server.url, users[0]) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        choose(page, 1)
        seal(page)
        page.get_by_text("Sealed: ").wait_for()
        page.go_back()
        if page.locator("form.play").count() == 0:  # loaded anew: it shows the receipt
            press(page.get_by_role("link", name="Change it"))
        card = choose(page, 5)
        seal(page)
        page.get_by_text(f"Sealed: the {card}").wait_for()
        assert complaints == []
    assert sealed(game).changes == 1


def test_a_session_that_ended_says_how_to_go_on(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3, visibility="public")
    with window(browser, live_server.url, users[0]) as (page, _complaints):
        page.goto(f"/g/{game.code}/")
        choose(page, 3)
        page.context.clear_cookies(name="sessionid")
        seal(page)
        link = page.locator("main").get_by_role("link", name="Sign in")
        assert link.count() == 1
        assert f"next=/g/{game.code}/" in (link.get_attribute("href") or "")
    assert not hand_of(game).bids.exists()


def test_a_network_that_comes_and_goes(browser: Browser, live_server: LiveServer) -> None:
    """The waiting page stays as it is while nobody answers, and catches up afterwards."""
    users, game = table_of(3)
    bid(game, users[0])
    with window(browser, live_server.url, users[0], follows=True) as (page, _complaints):
        page.goto(f"/g/{game.code}/")
        with page.expect_event("requestfailed"):
            page.context.set_offline(True)
        assert page.get_by_text("Sealed: ").count() == 1
        bid(game, users[1])
        page.context.set_offline(False)
        page.get_by_text("We’re waiting for Aoife.").wait_for(timeout=20_000)
