"""An answer that was kept on the device, when something else than its table answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.test_as_an_app import WAITING, is_kept, sealed_offline
from tests.browsing.windows import press, window
from tests.games.making import table_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DENIED = {
    "empty": "new Response('')",
    "forbidden": "new Response('<h1>403 Forbidden</h1>', { status: 403 })",
    "not found": "new Response('<h1>404 Not Found</h1>', { status: 404 })",
    "portal": "new Response('<!doctype html><title>Hotel</title><body><p>Welcome aboard</p>')",
}


@pytest.mark.parametrize("answer", DENIED.values(), ids=DENIED)
def test_a_kept_answer_is_not_forgotten_for_what_the_table_did_not_say(
    browser: Browser, live_server: LiveServer, answer: str
) -> None:
    """A front in between may refuse all, or answer something else, for a moment."""
    users, game = table_of(3)
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        sealed_offline(page, f"/g/{game.code}/")
        (worker,) = page.context.service_workers
        worker.evaluate(f"() => {{ self.reached = fetch; self.fetch = async () => {answer}; }}")
        assert worker.evaluate("flush().then(() => 'done', () => 'left')") == "left"
        page.locator(WAITING).wait_for()
        worker.evaluate("() => { self.fetch = self.reached; }")
        page.context.set_offline(False)
        page.locator("#table .sealedrow").wait_for()


def test_a_sign_out_that_was_refused_forgets_no_answer(
    browser: Browser, live_server: LiveServer
) -> None:
    """They are still signed in, and the answer still waits."""
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        sealed_offline(page, path)
        (worker,) = page.context.service_workers
        worker.evaluate(
            "() => { self.reached = fetch; self.fetch = async asked =>"
            " (asked.method ?? 'POST') === 'POST' ? new Response('Busy', { status: 503 })"
            " : reached(asked); }"
        )
        page.context.set_offline(False)
        page.goto("/account/logout/")
        press(page.locator("main form button"))
        page.get_by_text("Busy").wait_for()
        worker.evaluate("() => { self.fetch = self.reached; }")
        page.goto(path)
        page.locator("#table .sealedrow").wait_for()


def test_a_sign_out_without_a_network_says_so(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        page.goto("/account/logout/")
        page.context.set_offline(True)
        press(page.locator("main form button"))
        page.get_by_text("What you sent may not have arrived.").wait_for()
