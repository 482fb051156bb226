"""A table's page that arrives in pieces, as on a slow network, is shown once its table is whole."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from django.core.servers.basehttp import ServerHandler

from tests.browsing import scene
from tests.browsing.windows import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PIECE, APART = 1460, 0.06  # bytes, seconds
JUMPED = """() => new Promise(go => {
    new PerformanceObserver(list => go(
        list.getEntries().flatMap(it => it.sources).map(it => it.node?.outerHTML?.slice(0, 60)),
    )).observe({ type: "layout-shift", buffered: true });
    setTimeout(go, 500, []);
})"""


def in_pieces(handler: Any, data: bytes) -> None:
    for start in range(0, len(data), PIECE):
        handler.stdout.write(data[start : start + PIECE])
        time.sleep(APART)


@pytest.mark.parametrize("name", ["due", "sealed"])
def test_a_table_does_not_move_as_the_rest_of_its_page_comes(
    browser: Browser, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    users = scene.everybody()
    path = scene.paths(users, [name])[name]
    how = {"is_mobile": True, "has_touch": True}
    with window(browser, live_server.url, users[0], "phone", **how) as (page, _complaints):
        page.goto(path)  # with its style sheets, which are kept
        with monkeypatch.context() as slow:
            slow.setattr(ServerHandler, "_write", in_pieces)
            page.goto(path)
        assert page.evaluate(JUMPED) == []
