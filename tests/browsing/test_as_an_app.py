"""The site as an app: it installs, shows the last boards without a network, and keeps an answer
that is sealed there until the network is back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from games import selectors
from games.models import Game
from games.services.hands import plans
from tests.browsing.windows import open_tab, press, sign_in, window
from tests.games.making import bid, bid_all, fresh, hand_of, settle, table_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# The browser's own words for a request that found no network.
LOST = "Failed to load resource: net::ERR_INTERNET_DISCONNECTED"
KEPT = """async wanted => {
    for (let left = 200; left; left -= 1) {
        const kept = await (await caches.open('boards')).keys();
        const paths = kept.map(it => new URL(it.url).pathname);
        if (wanted === null ? !paths.length : paths.includes(wanted)) return;
        await new Promise(go => setTimeout(go, 50));
    }
    throw new Error('the boards that are kept are others');
}"""
ICONS = """text => Promise.all(JSON.parse(text).icons.map(async icon => {
    const image = new Image();
    image.src = icon.src;
    await image.decode();
    return [icon.sizes, `${image.naturalWidth}x${image.naturalHeight}`];
}))"""
# With the pages that say why one was refused: these stay until somebody has seen them.
SENT = """async withThem => {
    for (let left = 200; left; left -= 1) {
        const kept = await keptAnswers("readonly", (store) => store.getAll());
        if (!kept.some(it => withThem || !it.refused)) return;
        await new Promise(go => setTimeout(go, 50));
    }
    throw new Error('an answer still waits');
}"""
WAITING = "#table.kept"


def is_kept(page: Page, path: str) -> None:
    """Until the worker keeps the board that is open."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(KEPT, path)


def test_an_answer_waits_for_the_network(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, complaints):
        page.goto(path)
        is_kept(page, path)
        page.context.set_offline(True)
        page.goto(path)  # the board as it was
        page.get_by_text("No network.").wait_for()
        field = page.locator("form.play input[name=bid]").nth(3)
        chosen = field.get_attribute("value")
        field.check(force=True)
        press(page.locator("form.play .sealbar button"))
        page.locator(WAITING).wait_for()
        page.get_by_text("Your answer is kept on this device.").wait_for()
        assert page.locator("form.play input:checked").get_attribute("value") == chosen
        page.goto("/rules/")  # not kept: what is, is listed
        page.locator(f"#kept-boards a[href='{path}']").wait_for()
        assert page.locator("#no-boards").is_hidden()
        page.goto(path)
        page.locator(WAITING).wait_for()
        assert selectors.observations.own_bid(game, hand_of(game), 0) is None
        page.context.set_offline(False)
        page.locator("#table .sealedrow").wait_for()
        bid = selectors.observations.own_bid(fresh(game), hand_of(game), 0)
        assert bid is not None
        assert bid.notation == chosen
        assert not page.locator("#away").is_visible()
        assert [text for text in complaints if LOST not in text] == []


def sealed_offline(page: Page, path: str) -> None:
    """Chooses and seals at a table while there is no network."""
    page.goto(path)
    is_kept(page, path)
    page.context.set_offline(True)
    page.goto(path)
    page.locator("form.play input[name=bid]").nth(3).check(force=True)
    press(page.locator("form.play .sealbar button"))
    page.locator(WAITING).wait_for()


def test_what_is_typed_outlives_the_way_back(browser: Browser, live_server: LiveServer) -> None:
    """At the table whose answer waited the rest is brought up to date around it."""
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True, follows=True) as (page, _complaints):
        sealed_offline(page, path)
        open_tab(page, "Chat")
        page.locator("#say").fill("Ahoy, I was away")
        page.context.set_offline(False)
        page.locator("#table .sealedrow").wait_for(state="attached")
        assert page.locator("#say").input_value() == "Ahoy, I was away"
        page.locator("#away").wait_for(state="hidden")


PUT = """answer => new Promise(done => {
    const opening = indexedDB.open('tideweb', 1);
    opening.onsuccess = () => {
        const task = opening.result.transaction('answers', 'readwrite');
        task.objectStore('answers').put(answer);
        task.oncomplete = () => { opening.result.close(); done(); };
    };
})"""


def test_a_page_without_an_answer_that_waits_is_left_as_it_is(
    browser: Browser, live_server: LiveServer
) -> None:
    user = table_of(3)[0][0]
    with window(browser, live_server.url, user, app=True) as (page, _complaints):
        page.clock.install()
        page.goto("/rules/")
        page.evaluate("navigator.serviceWorker.ready.then(() => window.before = true)")
        page.evaluate(PUT, {"code": "elsewhere", "body": "", "at": 1})
        page.evaluate("dispatchEvent(new Event('online'))")
        page.context.service_workers[0].evaluate(SENT)
        page.clock.fast_forward(20_000)
        page.wait_for_timeout(500)  # in which it would be loaded
        assert page.evaluate("window.before")


# As if the house alone were unreachable: the browser's network is there, so it announces nothing.
AWAY = """() => {
    self.reached = self.fetch;
    self.fetch = async () => { throw new TypeError('away'); };
    SyncManager.prototype.register = async () => {};
}"""


def test_an_answer_is_sent_though_the_browser_noticed_no_outage(
    browser: Browser, live_server: LiveServer
) -> None:
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        (worker,) = page.context.service_workers
        worker.evaluate(AWAY)
        page.locator("form.play input[name=bid]").nth(3).check(force=True)
        press(page.locator("form.play .sealbar button"))
        page.locator(WAITING).wait_for()
        worker.evaluate("self.fetch = self.reached")
        page.locator("#table .sealedrow").wait_for()
        assert not page.locator("#away").is_visible()


def test_what_a_busy_house_did_not_take_is_tried_again(
    browser: Browser, live_server: LiveServer
) -> None:
    """The browser does so by itself, also without a page, if it hears that something is left."""
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        sealed_offline(page, path)
        (worker,) = page.context.service_workers
        worker.evaluate("self.fetch = async () => new Response('', { status: 503 })")
        assert worker.evaluate("flush().then(() => 'done', () => 'left')") == "left"
        page.locator(WAITING).wait_for()


def test_of_an_answer_that_was_kept_and_refused_it_says_why(
    browser: Browser, live_server: LiveServer
) -> None:
    """Another one was given meanwhile, as on the phone; the hand is still open."""
    users, game = table_of(3)
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        sealed_offline(page, f"/g/{game.code}/")
        bid(game, users[0])
        page.context.set_offline(False)
        page.locator("#table .sealedrow").wait_for()
        told = page.locator("#away").inner_text()
        assert "it was not sealed" in told
        assert "Another answer of yours came in the meantime" in told


def test_of_an_answer_that_the_house_keeps_only_the_table_tells(
    browser: Browser, live_server: LiveServer
) -> None:
    """The session had ended meanwhile: the answer waits to be sealed again after signing in."""
    users, game = table_of(3, visibility="public")
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        sealed_offline(page, path)
        Session.objects.all().delete()
        with page.expect_navigation():
            page.context.set_offline(False)
        page.locator("body[data-owner='']").wait_for(state="attached")
        sign_in(page.context, live_server.url, users[0])
        page.goto(path)
        page.locator("form.play").wait_for()
        assert not page.locator("#away").is_visible()


def test_an_answer_is_sent_before_it_is_forgotten(
    browser: Browser, live_server: LiveServer
) -> None:
    """Opened again after the session had ended: the table asks for it after signing in."""
    users, game = table_of(3, visibility="public")
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        (worker,) = page.context.service_workers
        worker.evaluate("() => { SyncManager.prototype.register = async () => {}; }")
        sealed_offline(page, path)
        page.goto("about:blank")
        Session.objects.all().delete()
        page.context.set_offline(False)
        page.goto("/rules/")
        worker.evaluate(SENT)
        client = Client()
        client.cookies.load({it["name"]: it["value"] for it in page.context.cookies()})
        client.force_login(users[0], "django.contrib.auth.backends.ModelBackend")
        assert "so it is waiting here" in client.get(path).content.decode()


def looked(game: Game) -> int:
    """The last hand that the first seat has seen."""
    return game.seats.get(index=0).looked_at_hand


def test_a_board_that_is_fetched_to_be_kept_has_not_been_looked_at(
    browser: Browser, live_server: LiveServer
) -> None:
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        page.evaluate("caches.delete('boards')")
        bid_all(game)
        settle(game)
        page.context.service_workers[0].evaluate("shell()")  # as when a new one is installed
        page.evaluate(KEPT, path)
        assert looked(game) == 0


def test_a_board_that_leads_to_another_page_is_not_kept(
    browser: Browser, live_server: LiveServer
) -> None:
    users, _game = table_of(3)
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto("/moves/")
        is_kept(page, "/moves/")
        page.evaluate("caches.delete('boards')")
        page.context.clear_cookies()  # it asks to sign in now
        page.context.service_workers[0].evaluate("shell()")
        assert (
            page.evaluate("caches.open('boards').then((it) => it.keys()).then((it) => it.length)")
            == 0
        )


def test_only_whole_pages_are_kept(browser: Browser, live_server: LiveServer) -> None:
    """An open page that asks for itself gets a bare note once its game has begun or ended."""
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto(path)
        is_kept(page, path)
        (worker,) = page.context.service_workers
        note = worker.evaluate(
            """async path => {
            const answer = await fetch(path, { headers: { 'Tideweb-Live': 'open;0;' } });
            await whole(BOARDS, path, dated(answer.clone()));
            return await answer.text();
        }""",
            path,
        )
        assert "gone-on" in note
        page.context.set_offline(True)
        page.goto(path)
        page.get_by_text("No network.").wait_for(timeout=3000)


def test_a_plan_that_answers_from_a_push_message_has_not_looked_at_the_table(
    browser: Browser, live_server: LiveServer
) -> None:
    users, game = table_of(3)
    bid_all(game)
    game = settle(game)
    plans.write(users[0], game.code, "always: highest")  # after the hand opened: it waits
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto("/rules/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        (worker,) = page.context.service_workers
        worker.evaluate(
            "path => play(new URL(path, self.location.origin), `${path}plan/play/`)",
            f"/g/{game.code}/",
        )
        assert selectors.observations.own_bid(game, hand_of(game), 0) is not None
        assert looked(game) == 0


def test_who_signs_out_leaves_nothing_behind(browser: Browser, live_server: LiveServer) -> None:
    users, game = table_of(3)
    path = f"/g/{game.code}/"
    with window(browser, live_server.url, users[0], app=True) as (page, complaints):
        page.goto(path)
        is_kept(page, path)
        page.evaluate(PUT, {"code": "elsewhere", "at": 1, "refused": "why"})
        page.context.clear_cookies()  # as if the session had ended: nobody pressed anything
        page.goto("/rules/")
        page.evaluate(KEPT, None)
        page.context.service_workers[0].evaluate(SENT, True)
        page.context.set_offline(True)
        page.goto(path)
        page.get_by_role("heading", name="Becalmed").wait_for()
        assert page.locator("#kept-boards li").count() == 0
        assert [text for text in complaints if LOST not in text] == []


PUSHED_TO = """PushManager.prototype.getSubscription = async () => (
    { unsubscribe: async () => { self.ended = true; } })"""


def test_nothing_is_pushed_to_where_one_has_signed_out(
    browser: Browser, live_server: LiveServer
) -> None:
    users, game = table_of(3)
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto(f"/g/{game.code}/")
        is_kept(page, f"/g/{game.code}/")
        (worker,) = page.context.service_workers
        worker.evaluate(PUSHED_TO)
        page.goto("/account/logout/")
        press(page.locator("main form button"))
        page.wait_for_url(f"{live_server.url}/")
        assert worker.evaluate("self.ended")


SPEAKS = """async language => {
    for (let left = 200; left; left -= 1) {
        const kept = await caches.match('/offline/', { cacheName: 'parts' });
        if (kept && (await kept.text()).includes(`<html lang="${language}"`)) return;
        await new Promise(go => setTimeout(go, 50));
    }
    throw new Error('the page without a network speaks another language');
}"""


def test_without_a_network_it_speaks_as_its_reader_does(
    browser: Browser, live_server: LiveServer
) -> None:
    """Though the browser asks for English."""
    users, game = table_of(3)
    User.objects.filter(pk=users[0].pk).update(language="de")
    with window(browser, live_server.url, users[0], app=True) as (page, _complaints):
        page.goto(f"/g/{game.code}/")
        is_kept(page, f"/g/{game.code}/")
        page.evaluate(SPEAKS, "en")
        page.reload()
        page.evaluate(SPEAKS, "de")
        page.context.set_offline(True)
        page.goto("/rules/")
        page.get_by_role("heading", name="Flaute").wait_for()


def test_it_can_be_installed(browser: Browser, live_server: LiveServer) -> None:
    """The browser itself reads the manifest and finds nothing to complain of."""
    with window(browser, live_server.url) as (page, complaints):
        page.goto("/")
        line = page.context.new_cdp_session(page)
        found = line.send("Page.getAppManifest")
        assert found["errors"] == []
        assert found["url"] == f"{live_server.url}/manifest.webmanifest"
        icons = page.evaluate(
            """async text => Promise.all(JSON.parse(text).icons.map(async icon => {
            const image = new Image();
            image.src = icon.src;
            await image.decode();
            return [icon.sizes, `${image.naturalWidth}x${image.naturalHeight}`];
        }))""",
            found["data"],
        )
        assert icons
        assert all(text == drawn for text, drawn in icons)
        line.detach()
        assert complaints == []
