"""A browser says in which time zone it is, whatever language its phone speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from accounts.models import User
from tests.browsing.windows import press, window
from tests.games.making import person

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE: dict[str, Any] = {"timezone_id": "Europe/Amsterdam", "locale": "en-US"}


def test_a_guest_with_an_english_phone_in_amsterdam(
    browser: Browser, live_server: LiveServer
) -> None:
    with window(browser, live_server.url, size="phone", **PHONE) as (page, complaints):
        page.goto("/")
        press(page.locator("form[action='/play/'] button").first)
        assert page.get_by_text("your time in Amsterdam").count() == 1
        assert User.objects.get(kind="guest").zone == "Europe/Amsterdam"
        page.get_by_role("link", name="another zone").click()
        page.get_by_label("Time zone").select_option("Asia/Tokyo")
        press(page.get_by_role("button", name="Save"))
        page.go_back()
        page.goto("/moves/")
        assert page.get_by_text("Tokyo").count() == 1
        assert complaints == []


def test_signing_up_on_the_first_page_of_all(browser: Browser, live_server: LiveServer) -> None:
    """Nothing has told the server yet, but the form is right all the same."""
    with window(browser, live_server.url, **PHONE) as (page, complaints):
        page.goto(reverse("account_signup"))
        automatic = page.locator("option[value=auto]")
        assert automatic.text_content() == "Automatic: Amsterdam"
        page.locator("input[type=email]").fill("ute@example.org")
        page.locator("input[name=name]").fill("Ute")
        page.locator("input[type=password]").first.fill("seven tides a week")
        press(page.locator("main form button").first)
        assert User.objects.get().zone == "Europe/Amsterdam"
        assert complaints == []


def test_who_chose_a_zone_keeps_it(browser: Browser, live_server: LiveServer) -> None:
    marit = person(zone="Asia/Tokyo")
    with window(browser, live_server.url, marit, **PHONE) as (page, complaints):
        for _time in range(2):
            page.goto("/moves/")
            assert page.get_by_text("Tokyo").count() == 1
        assert complaints == []


def test_without_its_script_the_language_is_a_guess(
    browser: Browser, live_server: LiveServer
) -> None:
    with window(browser, live_server.url, java_script_enabled=False, **PHONE) as (page, _):
        page.goto("/")
        press(page.locator("form[action='/play/'] button").first)
        assert page.get_by_text("your time in New York").count() == 1
