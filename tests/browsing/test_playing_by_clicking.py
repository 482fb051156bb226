"""Games of Turn the Tide by clicking in a real browser, resolved by a real worker: from the laying
of the table over its first hand to the last one and the result. The hands in between are like the
first; the pure rules play them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.models import Bid, Game
from tests.browsing.playing import play_to_the_end, seal_something
from tests.browsing.windows import press, window
from tests.games.fast_forward import fast_forward
from tests.games.making import fresh, person

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

    from tests.worker import WorkerProcess

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_two_people_and_a_bot(
    browser: Browser, live_server: LiveServer, celery_worker_process: WorkerProcess
) -> None:
    """Marit lays a table, Joost sits down, and they play the first hand and the last."""
    marit, joost = person("Marit"), person("Joost")
    with (
        window(browser, live_server.url, marit) as (hers, her_complaints),
        window(browser, live_server.url, joost, "phone") as (his, his_complaints),
    ):
        hers.goto("/games/new/?more=1")
        hers.get_by_label("Name of the table").fill("Terschelling")
        hers.get_by_label("3", exact=True).check()
        hers.get_by_label("Seats for bots").select_option("1")
        press(hers.get_by_role("button", name="Start this table"))
        his.goto("/games/")
        press(his.get_by_role("link", name="Sit down at Terschelling"))
        press(his.get_by_role("button", name="Sit down here"))
        game = Game.objects.get()
        path = f"/g/{game.code}/"
        for page in (hers, his):
            page.goto(path)
            assert seal_something(page, 0)
        his.get_by_role("heading", name="Stage 1 of 3, hand 2 of 12").wait_for(timeout=20_000)
        fast_forward(game, to="last")
        play_to_the_end([hers, his], game, celery_worker_process)
        press(hers.get_by_role("link", name="Replay it, every card shown"))
        press(hers.get_by_role("link", name="Last"))
        assert hers.get_by_text("What everybody held").count() == 1
        assert her_complaints + his_complaints == []
    game = fresh(game)
    assert game.state == Game.State.OVER
    assert game.stages.count() == 3
    assert not Bid.objects.filter(hand__game=game, missed=True).exists()


def test_play_now_without_a_script_and_without_an_account(
    browser: Browser, live_server: LiveServer, celery_worker_process: WorkerProcess
) -> None:
    """The first hand is answered, told, and followed by the second, by forms alone."""
    with window(browser, live_server.url, java_script_enabled=False) as (page, complaints):
        page.goto("/")
        press(page.get_by_role("button", name="Play now against bots"))
        assert page.get_by_role("heading", name="Stage 1 of 4, hand 1 of 12").count() == 1
        assert seal_something(page, 0)
        page.get_by_role("heading", name="Stage 1 of 4, hand 2 of 12").wait_for(timeout=20_000)
        assert page.get_by_text("Turned: Stage 1, hand 1.").count() == 1
        game = fast_forward(Game.objects.get(), to="last")
        play_to_the_end([page], game, celery_worker_process)
        assert complaints == []
    assert User.objects.get(kind=User.Kind.GUEST).seats.count() == 1


@pytest.mark.usefixtures("celery_worker_process")
def test_the_button_names_the_card_and_the_keyboard_reaches_it(
    browser: Browser, live_server: LiveServer
) -> None:
    """Arrow keys choose, the texts follow, and Enter seals."""
    with window(browser, live_server.url) as (page, complaints):
        page.goto("/")
        press(page.get_by_role("button", name="Play now against bots"))
        button = page.locator(".sealbar button")
        assert button.inner_text() == "Seal your choice"
        page.locator("input[name=bid]").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
        card = page.locator("input[name=bid]:checked").get_attribute("value")
        assert button.inner_text() == f"Seal the {card}"
        assert "Highest: water to" in page.locator(".effect p").inner_text()
        page.get_by_text("More", exact=True).click()
        assert f"the {card}" in page.locator(".would h3").inner_text()
        page.locator("input[name=bid]:checked").focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/g/*/")
        page.get_by_text("hand 2 of 12").first.wait_for(timeout=20_000)
        assert complaints == []
