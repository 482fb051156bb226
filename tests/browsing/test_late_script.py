"""On a slow network the scripts come long after the page is shown: nothing jumps when they do, and
what they fetch for later waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing import scene
from tests.browsing.windows import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
READ = """() => new Promise(go => {
    if (document.readyState !== "loading") go();
    else document.addEventListener("readystatechange", () => go());
})"""
PAINTED = """() => new Promise(go => {
    requestAnimationFrame(() => requestAnimationFrame(() => go(performance.now())));
})"""
JUMPS = """since => new Promise(go => {
    new PerformanceObserver(list => go(
        list.getEntries().filter(it => it.startTime > since)
            .flatMap(it => it.sources).map(it => it.node?.outerHTML?.slice(0, 60) ?? "gone"),
    )).observe({ type: "layout-shift", buffered: true });
    setTimeout(go, 500, []);
})"""


def shown_without_scripts(page: Page, path: str) -> list[Route]:
    """Opens a page, and returns its scripts, which are still on their way."""
    held: list[Route] = []
    page.route("**/*.js", lambda route: held.append(route))
    page.goto(path, wait_until="commit")
    page.evaluate(READ)
    # The page may be read before we hear of the last of them.
    wanted = page.locator("script[src$='.js']").count()
    assert wanted > 0
    for _look in range(100):
        if len(held) >= wanted:
            break
        page.wait_for_timeout(50)
    assert len(held) == wanted
    return held


@pytest.mark.parametrize(("name", "rest"), [("over", "replay/1/"), ("mine", "")])
def test_nothing_jumps_when_scripts_come(
    browser: Browser, live_server: LiveServer, name: str, rest: str
) -> None:
    users = scene.everybody()
    path = scene.paths(users, [name])[name] + rest
    how = {"is_mobile": True, "has_touch": True}
    with window(browser, live_server.url, users[0], "phone", **how) as (page, _complaints):
        page.set_viewport_size({"width": 360, "height": 2000})  # only what is in sight is told
        scripts = shown_without_scripts(page, path)
        painted = page.evaluate(PAINTED)
        for script in scripts:
            script.continue_()
        page.wait_for_load_state()
        page.evaluate(PAINTED)
        jumped = page.evaluate(JUMPS, painted)
        page.unroute_all()
    assert jumped == []


def test_the_worker_is_fetched_after_all_that_the_page_needs(
    browser: Browser, live_server: LiveServer
) -> None:
    """With it come the page for offline, and the table once more: as much as the page itself."""
    users = scene.everybody()
    path = scene.paths(users, ["due"])["due"]
    with window(browser, live_server.url, users[0], "phone", app=True) as (page, _complaints):
        asked: list[str] = []
        page.context.on("request", lambda request: asked.append(request.url))
        *first, last = shown_without_scripts(page, path)
        for script in first:
            script.continue_()
        page.wait_for_timeout(500)  # in which it would be fetched
        before = [url for url in asked if url.endswith("/push-worker.js")]
        last.continue_()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert before == []
