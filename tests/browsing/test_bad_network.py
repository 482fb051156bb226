"""The site as an app where network or device fail: what is told of an answer that was kept, and
what is left when nothing more can be kept."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Message
from tests.browsing.test_as_an_app import KEPT, SENT, is_kept, sealed_offline
from tests.browsing.windows import open_tab, press, sign_in, window
from tests.games.making import bid, table_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_why_an_answer_was_refused_is_kept_until_somebody_sees_it(
    browser: Browser, live_server: LiveServer
) -> None:
    """The browser sends it by itself, also while no page is open."""
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        sealed_offline(page, path)
        bid(game, users[0])
        page.goto("about:blank")
        page.context.set_offline(False)
        page.context.service_workers[0].evaluate("flush()")
        page.goto(path)
        page.get_by_text("Another answer of yours came in the meantime").wait_for()
        page.locator("#table .sealedrow").wait_for()
        page.context.service_workers[0].evaluate(SENT, True)
        page.reload()
        page.wait_for_timeout(300)
        assert not page.locator("#away").is_visible()


def test_your_moves_say_why_an_answer_was_refused(
    browser: Browser, live_server: LiveServer
) -> None:
    users, game = table_of(3)
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        page.goto("/moves/")
        is_kept(page, "/moves/")
        page.context.set_offline(True)
        page.goto("/moves/")
        page.locator("form.play input[name=bid]").nth(3).check(force=True)
        press(page.locator("form.play button").first)
        page.get_by_text("Your answer is kept on this device.").wait_for()
        bid(game, users[0])
        page.context.set_offline(False)
        page.get_by_text("Another answer of yours came in the meantime").wait_for()
        assert game.name in page.locator("#away").inner_text()


FULL = """() => {
    Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); };
}"""


def test_a_device_that_can_keep_nothing_more_still_shows_pages(
    browser: Browser, live_server: LiveServer
) -> None:
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True) as (page, complaints):
        page.goto(path)
        is_kept(page, path)
        (worker,) = page.context.service_workers
        worker.evaluate("caches.delete('parts')")
        worker.evaluate(FULL)
        page.goto("/rules/")
        assert page.evaluate("document.styleSheets.length > 0")
        assert complaints == []


NO_ROOM = """Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
};"""


def test_without_room_for_a_name_nothing_is_left_to_the_next_person(
    browser: Browser, live_server: LiveServer
) -> None:
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        page.add_init_script(NO_ROOM)
        sign_in(page.context, live_server.url, users[1])
        page.goto("/rules/")
        page.evaluate(KEPT, None)


ABORTED = """() => {
    const keeping = keptAnswers('readwrite', (store) => {
        const asked = store.put({ code: 'full' });
        asked.onsuccess = () => asked.transaction.abort();
        return asked;
    });
    return Promise.race([
        keeping.then(() => 'kept', () => 'failed'),
        new Promise(go => setTimeout(go, 3000, 'waits for ever')),
    ]);
}"""


def test_an_answer_that_the_device_cannot_keep_is_not_waited_for(
    browser: Browser, live_server: LiveServer
) -> None:
    """Without room the transaction is aborted: the browser then says that there is no network."""
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        tried = page.context.service_workers[0].evaluate(ABORTED)
        assert tried == "failed"


# A network that leads nowhere, as on a train: the browser announces neither its end nor its return.
UNNOTICED = """Object.defineProperty(navigator, "onLine", { value: true });
for (const each of ["online", "offline"]) {
    addEventListener(each, event => event.stopImmediatePropagation());
}"""


def test_a_page_notices_by_itself_that_the_network_is_back(
    browser: Browser, live_server: LiveServer
) -> None:
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True, follows=True) as (page, _complaints):
        page.add_init_script(UNNOTICED)
        page.goto(path)
        is_kept(page, path)
        page.context.set_offline(True)
        page.goto(path)
        page.get_by_text("No network.").wait_for()
        chosen = page.locator("form.play input[name=bid]").nth(3)
        chosen.check(force=True)
        page.context.set_offline(False)
        page.locator("#away").wait_for(state="hidden")
        assert chosen.is_checked()
        page.context.set_offline(True)
        page.goto("/rules/")
        becalmed = page.get_by_role("heading", name="Becalmed")
        becalmed.wait_for()
        page.context.set_offline(False)
        becalmed.wait_for(state="detached")


FLICKERS = """there => {
    Object.defineProperty(navigator, "onLine", { value: there, configurable: true });
    for (const each of [1, 2]) dispatchEvent(new Event(there ? "online" : "offline"));
}"""


def test_a_network_that_flickers_is_said_to_be_away_once(
    browser: Browser, live_server: LiveServer
) -> None:
    """Of two that said so only one was taken away again."""
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        page.evaluate(FLICKERS, False)
        page.get_by_text("No network.").first.wait_for()
        page.evaluate(FLICKERS, True)
        expect(page.locator(".away:visible")).to_have_count(0)
        assert page.locator(".away").count() == 1


def test_what_is_written_without_a_network_can_be_sent_again(
    browser: Browser, live_server: LiveServer
) -> None:
    """Nothing of it is sent by itself: nobody knows whether it arrived."""
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    words = 'Wind &amp; <b>waves</textarea> cost "$&"'
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        open_tab(page, "Chat")
        page.locator("#say").fill(words)
        page.context.set_offline(True)
        press(page.get_by_role("button", name="Send"))
        page.get_by_text("What you sent may not have arrived.").wait_for()
        assert page.locator("#unsent textarea").input_value() == words
        page.context.set_offline(False)
        page.locator("#away").wait_for(state="hidden")
        assert not Message.objects.exists()
        page.get_by_role("link", name="Back").click()
        page.locator("#say").wait_for(state="attached")


def test_what_another_site_sends_without_a_network_is_not_shown_as_theirs(
    browser: Browser, live_server: LiveServer
) -> None:
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        page.goto("about:blank")
        page.context.set_offline(True)
        page.set_content(
            f'<form method="post" action="{live_server.url}{path}chat/">'
            '<input name="text" value="Send me your password"><button>Go</button></form>'
        )
        page.get_by_role("button", name="Go").click()
        page.get_by_text("What you sent may not have arrived.").wait_for()
        assert not page.locator("#unsent textarea").is_visible()
        assert "your password" not in page.content()


def test_a_password_that_found_no_network_is_not_shown(
    browser: Browser, live_server: LiveServer
) -> None:
    users, _game = table_of(3)
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        page.goto("/moves/")
        is_kept(page, "/moves/")
        page.goto("/account/password/change/")
        for field in page.locator("input[type=password]").all():
            field.fill("four fine gulls")
        page.context.set_offline(True)
        press(page.locator("main form button").first)
        page.get_by_text("What you sent may not have arrived.").wait_for()
        assert not page.locator("#unsent textarea").is_visible()
        assert "gulls" not in page.content()


def test_a_board_of_another_day_says_so(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        page.context.set_offline(True)
        now = timezone.now()
        page.clock.set_fixed_time(now)
        page.goto(path)
        page.get_by_text("No network.").wait_for()
        assert re.fullmatch(r"\d\d:\d\d", page.locator("#away time").inner_text())
        page.clock.set_fixed_time(now + timedelta(days=2))
        page.goto(path)
        page.get_by_text("No network.").wait_for()
        assert f"{now:%b}" in page.locator("#away time").inner_text()


# As if it had shown one.
NOTIFIED = """() => {
    self.shown = 1;
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    const close = () => { self.shown = 0; };
    ServiceWorkerRegistration.prototype.getNotifications = async () => [{ close }];
}"""
UNCOUNTED = """Navigator.prototype.clearAppBadge = async () => { window.uncounted = true; }"""


def test_who_signs_out_leaves_no_notification_behind(
    browser: Browser, live_server: LiveServer
) -> None:
    """Nor the number on the icon."""
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        (worker,) = page.context.service_workers
        worker.evaluate(NOTIFIED)
        page.add_init_script(UNCOUNTED)
        page.goto("/account/logout/")
        press(page.locator("main form button"))
        assert worker.evaluate("self.shown") == 0
        assert page.evaluate("window.uncounted")
