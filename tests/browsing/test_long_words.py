"""The panel on a phone, where somebody wrote words that are wider than it, such as an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Game, Report
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.talk import reports
from tests.browsing.eyes import too_wide
from tests.browsing.windows import window
from tests.games.making import running
from tests.games.services.moderation.setting import players, staff

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LINK = "https://example.org/" + 30 * "wide"


def pages(chief: User) -> list[str]:
    users = players()
    User.objects.filter(pk=users[1].pk).update(name=30 * "W")
    game: Game = running(users, name=40 * "W")
    paused = execution.carry_out(chief, "pause", game.code, CommandInput("other", LINK))
    execution.carry_out(chief, "mute", str(users[1].pk), CommandInput("other", LINK))
    made: Report = reports.make(users[0], "conduct", LINK, game=game, person=users[1])
    reports.close(chief, made.pk, "acted", LINK)
    return [
        reverse("admin:find") + "?q=" + 40 * "W",
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:accounts_user_change", args=[users[1].pk]),
        reverse("admin:report", args=[made.pk]),
        reverse("admin:act", args=["cancel", game.code]),
        reverse("admin:undo", args=[paused.entry.number]),
    ]


def test_nobody_has_to_push_the_panel_sideways(browser: Browser, live_server: LiveServer) -> None:
    chief = staff("Hedda", "chief")
    with window(browser, live_server.url, chief, "phone") as (page, _complaints):
        wide = []
        for path in pages(chief):
            page.goto(path)
            wide += [path] * bool(too_wide(page))
        warn = reverse("admin:act", args=["warn", User.objects.get(name="Aoife").pk])
        page.goto(warn)
        page.locator("#id_reason").select_option("conduct")
        page.locator("#id_text").fill(LINK)
        page.get_by_role("button", name="Preview").click()
        wide += [warn] * bool(too_wide(page))
    assert wide == []
