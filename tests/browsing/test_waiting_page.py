"""A page that waits shows by itself what happened meanwhile, also where it has to ask for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.windows import open_tab, press, window
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, table_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

    from tests.worker import WorkerProcess

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_it_turns_by_itself_and_nothing_that_is_typed_is_touched(
    browser: Browser,
    live_server: LiveServer,
    celery_worker_process: WorkerProcess,
) -> None:
    users, game = table_of(3)
    bid(game, users[0])
    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        assert page.get_by_text("We’re waiting for Joost and Aoife.").count() == 1
        open_tab(page, "Notes")
        page.get_by_label("Add a note").fill("Joost keeps his low cards.")
        open_tab(page, "Plan")
        page.get_by_label("Then play").select_option(index=1)
        policy = page.get_by_label("Then play").input_value()
        page.get_by_label("Ask me to confirm replies here").check()
        open_tab(page, "Chat")
        say = page.get_by_label("Say something to the table")
        say.press_sequentially("I am writing a long ")

        bid(game, users[1])
        page.get_by_text("We’re waiting for Aoife.").wait_for(timeout=20_000)
        page.keyboard.type("message, ")  # without a click: one is still in the field
        bid(game, users[2])
        page.get_by_role("heading", name="hand 2 of 12").wait_for(timeout=20_000)
        assert page.get_by_text("Turned: Stage 1, hand 1.").count() == 1
        assert page.locator("form.play input[name=bid]").count() == 11
        page.keyboard.type("to the end.")

        assert say.input_value() == "I am writing a long message, to the end."
        assert page.get_by_label("Add a note").input_value() == "Joost keeps his low cards."
        assert page.get_by_label("Then play").input_value() == policy
        assert page.get_by_label("Ask me to confirm replies here").is_checked()
        page.get_by_role("button", name="Send").click()
        page.get_by_text("I am writing a long message, to the end.").first.wait_for()
        assert complaints == []


def test_the_end_of_a_game_is_told_and_leads_there(
    browser: Browser, live_server: LiveServer
) -> None:
    users, game = table_of(3)
    bid(game, users[0])
    with window(browser, live_server.url, users[0], follows=True) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        open_tab(page, "Chat")
        say = page.get_by_label("Say something to the table")
        say.fill("Well played")
        fast_forward(game, "over")
        page.get_by_text("The game is over.").wait_for(timeout=20_000)
        assert say.input_value() == "Well played"
        press(page.get_by_role("link", name="See how it ended"))
        assert page.get_by_text("Points by stage").count()
        assert complaints == []
