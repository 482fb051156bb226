from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsing.windows import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer


@pytest.mark.browser
@pytest.mark.urls("tests.styleguide.urls")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/rules/", "/styleguide/", "/admin/login/"])
def test_a_real_browser_has_nothing_to_complain_about(
    browser: Browser, live_server: LiveServer, path: str
) -> None:
    """The strict content policy would block an inline style or script, and say so here."""
    with window(browser, live_server.url) as (page, complaints):
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200
    assert complaints == []
