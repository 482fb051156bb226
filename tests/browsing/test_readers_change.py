"""An open page whose reader is no longer the one for whom it was made: signed out, or suspended."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Bid
from games.services.talk import notes
from tests.browsing.windows import open_tab, press, sign_in, window
from tests.games.making import people, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 10_000  # milliseconds
SECRET = "Joost keeps 57 and up."


def answered(page: Page, path: str) -> None:
    """Until it knows that it is heard."""
    with page.expect_response("**/pulse/?*"):
        page.goto(path)
    page.wait_for_timeout(100)


@pytest.mark.parametrize("visibility", ["public", "link"])
def test_a_table_shows_nothing_private_to_who_was_signed_out_elsewhere(
    browser: Browser, live_server: LiveServer, visibility: str
) -> None:
    users = people(3)
    game = running(users, visibility=visibility)
    notes.add(users[0], game.code, SECRET)
    with window(browser, live_server.url, users[0], follows=True, app=True) as (page, _):
        answered(page, f"/g/{game.code}/")
        assert SECRET in page.content()
        Session.objects.all().delete()
        page.locator("body.guest").wait_for(state="attached", timeout=PATIENCE)
        assert SECRET not in page.content()
        assert page.locator("form.play").count() == 0


def test_what_somebody_is_writing_is_all_that_stays(
    browser: Browser, live_server: LiveServer
) -> None:
    users = people(3)
    game = running(users)
    notes.add(users[0], game.code, SECRET)
    with window(browser, live_server.url, users[0], follows=True, app=True) as (page, _):
        answered(page, f"/g/{game.code}/")
        open_tab(page, "Notes")
        note = page.get_by_label("Add a note")
        note.press_sequentially("They duck")
        Session.objects.all().delete()
        expect(page.locator("#news")).to_contain_text("You are signed out", timeout=PATIENCE)
        expect(note).to_have_value("They duck")
        assert SECRET not in page.content()
        assert page.locator("form.play").count() == 0


def test_the_list_of_moves_leads_to_sign_in(browser: Browser, live_server: LiveServer) -> None:
    users = people(3)
    running(users)
    with window(browser, live_server.url, users[0], follows=True, app=True) as (page, _):
        answered(page, "/moves/")
        Session.objects.all().delete()
        page.wait_for_url("**/account/login/**", timeout=PATIENCE)


def test_who_is_suspended_is_told_once(browser: Browser, live_server: LiveServer) -> None:
    """That page would be refused for ever: it isn't loaded again and again."""
    users = people(3)
    game = running(users)
    with window(browser, live_server.url, users[0], follows=True, app=True) as (page, _):
        answered(page, f"/g/{game.code}/")
        User.objects.filter(pk=users[0].pk).update(
            suspended_until=timezone.now() + timedelta(days=1)
        )
        page.get_by_role("heading", name="Your account is suspended").wait_for(timeout=PATIENCE)
        loads: list[object] = []
        page.on("load", lambda loaded: loads.append(loaded))
        page.wait_for_timeout(2500)
        assert loads == []


def test_who_signed_out_and_in_again_in_another_tab_still_seals(
    browser: Browser, live_server: LiveServer
) -> None:
    users = people(3)
    game = running(users)
    with window(browser, live_server.url, users[0], follows=True, app=True) as (page, _):
        answered(page, f"/g/{game.code}/")
        token = page.locator("form.play [name=csrfmiddlewaretoken]")
        before = token.input_value()
        page.locator("form.play input[name=bid]").nth(2).check(force=True)
        page.context.clear_cookies(name="csrftoken")
        sign_in(page.context, live_server.url, users[0])
        other = page.context.new_page()
        other.goto("/rules/")
        other.evaluate("localStorage.setItem('owner', 'somebody')")
        expect(token).not_to_have_value(before, timeout=PATIENCE)
        press(page.locator("form.play .sealbar button"))
        page.locator("#table .sealedrow").wait_for()
        assert Bid.objects.filter(hand__game=game).count() == 1
