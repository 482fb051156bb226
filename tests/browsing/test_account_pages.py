"""The pages of accounts in a real browser: axe, the width, the console; and from signing up to
signing out by clicking, with our own listener as the mail server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.urls import reverse
from pytest_django import Settings

from accounts import delivery, demo, feeds, hooks, mailbox, stopping
from accounts.models import Notice, User, Webhook
from tests.accounts.making import member
from tests.accounts.sink import mailin, point
from tests.browsing.eyes import faults, looks, picture, press, window
from tests.games.mail.reading import members, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _as_in_the_demo(settings: Settings, live_server: LiveServer) -> None:
    cache.clear()
    settings.TIDEWEB_DEMO = True
    settings.SITE_URL = live_server.url
    settings.ALLOWED_HOSTS = ["*"]


def look_at(page: Page, names: dict[str, str]) -> dict[str, list[str]]:
    """What is wrong with each page, by its name and how it was shown."""
    found = {}
    for name, path in names.items():
        page.goto(path)
        for key in looks(page):
            picture(page, f"account-{name}-{key}")
            found[f"{name}-{key}"] = faults(page, key)
    return {name: what for name, what in found.items() if what}


def test_pages_for_strangers(browser: Browser, live_server: LiveServer) -> None:
    marit = member()
    names = {
        "login": reverse("account_login"),
        "signup": reverse("account_signup"),
        "reset": reverse("account_reset_password"),
        "code": reverse("account_request_login_code"),
        "sent": reverse("account_email_verification_sent"),
        "forged": reverse("account_confirm_email", args=["forged"]),
        "demo": demo.sign_in_link(marit).removeprefix(live_server.url),
    }
    with window(browser, live_server.url) as (page, complaints):
        assert look_at(page, names) == {}
    assert complaints == []


def test_pages_for_the_person(
    browser: Browser, live_server: LiveServer, settings: Settings
) -> None:
    marit = _with_letters(settings)
    letter = mailbox.letters_of(marit)[0].pk
    names = {
        "settings": reverse("profile"),
        "notices": reverse("notices"),
        "bell": reverse("bell"),
        "wishes": reverse("choose_letters"),
        "ways": reverse("ways"),
        "mailbox": reverse("mailbox"),
        "letter": reverse("mailbox_letter", args=[letter]),
        "stop": stopping.address(Notice.objects.filter(recipient=marit)[0]),
        "email": reverse("account_email"),
        "password": reverse("account_change_password"),
        "factors": reverse("mfa_index"),
        "sessions": reverse("usersessions_list"),
        "out": reverse("account_logout"),
    }
    hook = Webhook.objects.create(user=marit, host="play.example.org", sealed=b"")
    hooks.failed(hook, "answered 500")
    feeds.make(marit, "calendar")
    with window(browser, live_server.url, marit) as (page, complaints):
        assert look_at(page, names) == {}
        page.goto(names["letter"])
        page.frame_locator("iframe").get_by_role("heading", name="Your move, Marit").wait_for()
    assert complaints == []


def _with_letters(settings: Settings) -> User:
    people = members(3)
    started(people)
    with mailin() as port:
        point(settings, port)
        assert delivery.deliver() == 6
    delivery.deliver(channel="site")
    return people[0]


def test_from_signing_up_to_signing_out_by_clicking(
    browser: Browser, live_server: LiveServer, settings: Settings
) -> None:
    with mailin() as port, window(browser, live_server.url, size="phone") as (page, complaints):
        point(settings, port)
        page.goto(reverse("account_signup"))
        page.get_by_label("Email").fill("ute@example.org")
        page.get_by_label("Name").fill("Ute")
        page.get_by_label("Password").fill("seven tides a week")
        page.get_by_label("Time zone").select_option("Europe/Berlin")
        press(page.get_by_role("button", name="Sign Up"))

        press(page.get_by_role("link", name="Open your mailbox"))
        press(page.get_by_role("link", name="Confirm your e-mail address"))
        press(page.locator("pre a").first)
        press(page.get_by_role("button", name="Yes, it is mine"))

        page.get_by_label("Email").fill("ute@example.org")
        page.get_by_label("Password").fill("seven tides a week")
        press(page.get_by_role("button", name="Sign In", exact=True))
        press(page.get_by_role("link", name="Ute"))
        press(page.get_by_role("button", name="Make a key"))
        assert page.get_by_text("It is shown this once").is_visible()
        press(page.get_by_role("button", name="Sign out"))
        assert page.get_by_role("link", name="Sign in", exact=True).is_visible()
    assert complaints == []
