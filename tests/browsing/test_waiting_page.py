"""A page that waits shows by itself what happened meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.web import running as running_page
from tests.browsing.windows import window
from tests.games.making import bid, people, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

    from tests.worker import WorkerProcess

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_waiting_page_turns_by_itself(
    browser: Browser,
    live_server: LiveServer,
    celery_worker_process: WorkerProcess,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running_page, "WAITING_POLL", 1)
    users = people(3)
    game = running(users)
    bid(game, users[0])
    with window(browser, live_server.url, users[0]) as (page, complaints):
        page.goto(f"/g/{game.code}/")
        assert page.get_by_text("We wait for Joost and Aoife.").count() == 1
        bid(game, users[1])
        page.get_by_text("We wait for Aoife.").wait_for(timeout=20_000)
        bid(game, users[2])
        page.get_by_text("Stage 1, hand 1 is turned.").wait_for(timeout=20_000)
        assert page.locator("form.play input[name=bid]").count() == 11
        assert complaints == []
