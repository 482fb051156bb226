"""/api/v1/docs/ in a real browser: it draws every operation under the strict policy.

The suite has it draw a few of each kind: all of them take the page ten seconds.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

import pytest

from tests.browsing.windows import window
from tests.games.api import contract
from tests.sampling import sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


BID = "/api/v1/games/{code}/hands/{number}/bid"


def kind(path: str) -> Hashable:
    """By what its operations take."""
    methods = contract.schema()["paths"][path]
    return frozenset(
        (method, "requestBody" in methods[method], each["in"])
        for method in contract.METHODS & set(methods)
        for each in methods[method].get("parameters", [{"in": ""}])
    )


def shortened(document: dict[str, Any]) -> int:
    """Leaves a few of the paths; the number of operations there."""
    some = {*sample(document["paths"], kind=kind), BID}
    document["paths"] = {path: document["paths"][path] for path in sorted(some)}
    return sum(len(contract.METHODS & set(methods)) for methods in document["paths"].values())


def test_every_operation_is_drawn_and_nothing_is_blocked(
    browser: Browser, live_server: LiveServer
) -> None:
    """Nor is anybody else asked for anything."""
    with window(browser, live_server.url, size="phone") as (page, complaints):
        drawn = []

        def answered(route: Route) -> None:
            served = route.fetch()
            document = served.json()
            drawn.append(shortened(document))
            route.fulfill(response=served, json=document)

        page.route("**/api/v1/schema/**", answered)
        page.goto("/api/v1/docs/")
        page.wait_for_selector(".opblock", timeout=120_000)  # a busy machine draws it slowly

        assert [page.locator(".opblock").count()] == drawn
        page.locator(".opblock", has_text="Seal my answer").click()
        page.wait_for_selector("text=stale_hand")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert complaints == []
