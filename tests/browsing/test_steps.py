"""A replay is gone through by the arrow keys; within a field or a table they keep their meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import transaction

from games import game_secrets
from games.services.moderation.command_types import Action, CommandInput
from games.services.moderation.game_commands import end_as_it_stands
from tests.browsing.windows import window
from tests.games.making import bid_all, table_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_keys_step_through_a_replay(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3)
    for _hand in range(3):
        bid_all(game)
    with transaction.atomic():
        end_as_it_stands(
            Action(users[0], CommandInput("asked"), game=game_secrets.lock_game(pk=game.pk))
        )
    with window(browser, live_server.url, users[0]) as (page, complaints):
        page.goto(f"/g/{game.code}/replay/1/")
        for key, number in (("ArrowRight", 2), ("End", 3), ("ArrowLeft", 2), ("Home", 1)):
            page.keyboard.press(key)
            page.wait_for_url(f"**/replay/{number}/")
        page.locator("summary").first.focus()
        page.keyboard.press("ArrowRight")
        assert page.url.endswith("/replay/1/")
        assert complaints == []
