"""A plan is made, tried and kept by hand, without a script; its page in every state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import selectors
from games.services.hands import plans
from tests.browsing.eyes import looked_at
from tests.browsing.windows import open_tab, press, window
from tests.games.fast_forward import fast_forward
from tests.games.making import bid_all, fresh, hand_of, legal, people, running, table_of
from tests.narrowing import not_none

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_from_the_form_to_the_table(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3, name="Terschelling", hours=30)
    bid_all(game)
    bid_all(game)
    low, high = legal(game, 0)[0], legal(game, 0)[-1]
    with window(browser, live_server.url, users[0], java_script_enabled=False) as (page, _said):
        page.goto(f"/g/{game.code}/")
        open_tab(page, "Plan")
        press(page.get_by_role("link", name="Answer ahead"))
        page.get_by_label("In the next hand").select_option(low)
        page.get_by_label("In all other hands, if").select_option("a tide")
        page.get_by_label("this number").fill("10")
        page.locator("select[name=then]").select_option(high)
        press(page.get_by_role("button", name="Write the plan"))
        assert f"In the current hand it would seal: the {low}." in page.content()
        press(page.get_by_role("button", name="Save this plan"))
        assert "The plan is saved." in page.content()
        assert f"if a tide of 10 or more is up: {high}" in page.inner_text(".plan")
    kept = not_none(selectors.hands.plans.own_plan(fresh(game), game.seats.get(index=0)))
    assert kept.left == f"next: {low}\nif a tide of 10 or more is up: {high}"


def test_every_state_of_its_page(browser: Browser, live_server: LiveServer) -> None:
    users = people(3)
    game = fast_forward(running(users, name="Terschelling", hours=30), to=5)
    path = f"/g/{game.code}/plan/"
    found: dict[str, list[str]] = {}
    with window(browser, live_server.url, users[0]) as (page, complaints):
        found |= looked_at(page, "plan-none", path)
        page.goto(path)
        _send(page, "next: highest\nif my boat is 3: lowest", "try")
        found |= looked_at(page, "plan-wrong")
        text = "next: highest, then lowest\nif a tide of 10 or more is up: highest, else ask"
        _send(page, text, "try")
        found |= looked_at(page, "plan-tried")
        page.locator("input[name=now]").check()
        _send(page, text, "keep")
        found |= looked_at(page, "plan-kept", path)
    assert [text for text in complaints if "400" not in text] == []
    assert found == {}


def _send(page: Page, text: str, do: str) -> None:
    page.locator("textarea[name=plan]").fill(text)
    press(page.locator(f"button[name=do][value={do}]").last)


def test_a_card_and_what_it_does(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(2, ruleset="turning-tides", name="Vlieland")
    while hand_of(game).phase != "choose" or "fire" not in legal(game, 0):
        bid_all(game)
    plans.write(users[0], game.code, "if targets is 2 or more: fire, else ask")
    with window(browser, live_server.url, users[0]) as (page, complaints):
        assert looked_at(page, "two-in-one", f"/g/{game.code}/") == {}
        assert complaints == []
