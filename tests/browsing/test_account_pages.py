"""The pages of accounts in a real browser: axe, the width, the console; and from signing up to
signing out by clicking, with our own listener as the mail server."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import pytest
from django.conf import settings as django_settings
from django.core import signing
from django.core.cache import cache
from django.test import override_settings
from django.urls import reverse
from pytest_django import Settings

from accounts.email import demo_mailbox
from accounts.models import Notice, User, Webhook
from accounts.notifications import delivery, feed_tokens, unsubscribe, webhooks
from accounts.people import account_recovery, demo_login, oauth
from accounts.security import device_grants
from games.services.people import friends
from tests.accounts.making import member
from tests.accounts.sink import mailin, point
from tests.browsing.eyes import looked_at, picture, too_wide
from tests.browsing.looks import SIZES, THEMES, alike, some
from tests.browsing.windows import press, window
from tests.games.mail.reading import members, started
from tests.games.making import person
from tests.process_fixtures import again

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _as_in_the_demo(settings: Settings, live_server: LiveServer) -> None:
    cache.clear()
    settings.TIDEWEB_DEMO = True
    settings.SITE_URL = live_server.url
    settings.ALLOWED_HOSTS = ["*"]


STRANGERS: dict[str, Callable[[], str]] = {
    "login": lambda: reverse("account_login"),
    "signup": lambda: reverse("account_signup"),
    "reset": lambda: reverse("account_reset_password"),
    "code": lambda: reverse("account_request_login_code"),
    "sent": lambda: reverse("account_email_verification_sent"),
    "forged": lambda: reverse("account_confirm_email", args=["forged"]),
    "demo": lambda: urlsplit(demo_login.sign_in_link(member())).path,
}


@pytest.mark.parametrize("name", STRANGERS)
def test_a_page_for_strangers(browser: Browser, live_server: LiveServer, name: str) -> None:
    with window(browser, live_server.url) as (page, complaints):
        assert looked_at(page, f"account-{name}", STRANGERS[name]()) == {}
        assert complaints == []


PAGES: dict[str, Callable[[User], str]] = {
    "settings": lambda _marit: reverse("profile"),
    "notices": lambda _marit: reverse("notices"),
    "in_app": lambda _marit: reverse("in_app"),
    "wishes": lambda _marit: reverse("choose_letters"),
    "ways": lambda _marit: reverse("ways"),
    "mailbox": lambda _marit: reverse("mailbox"),
    "letter": lambda marit: reverse("mailbox_letter", args=[demo_mailbox.letters_of(marit)[0].pk]),
    "stop": lambda marit: unsubscribe.address(Notice.objects.filter(recipient=marit)[0]),
    "stopped": lambda marit: _stopped(marit),
    "wishes-stopped": lambda marit: _stopped(marit) and reverse("choose_letters"),
    "email": lambda _marit: reverse("account_email"),
    "password": lambda _marit: reverse("account_change_password"),
    "factors": lambda _marit: reverse("mfa_index"),
    "again": lambda _marit: reverse("account_reauthenticate"),
    "sessions": lambda _marit: reverse("usersessions_list"),
    "out": lambda _marit: reverse("account_logout"),
    "device": lambda _marit: reverse("device"),
    "authorize": lambda marit: _asked_for(marit),
    "back": lambda marit: _moved(marit),
    "deliveries": lambda marit: _delivered(marit),
    "friends": lambda marit: _befriended(marit) and reverse("friends"),
    "friend": lambda marit: reverse("person", args=[_befriended(marit)]),
    "challenge": lambda marit: f"{reverse('game-new')}?with={_befriended(marit)}",
}
ALIKE = (("stop", "stopped"), ("wishes", "wishes-stopped"))


def _befriended(marit: User) -> str:
    """The name of a friend; somebody else asks."""
    for name in ("Ines", "Hinrich"):
        friends.befriend(person(name), marit)
    friends.befriend(marit, User.objects.get(name="Ines"))
    return "Ines"


def _asked_for(marit: User) -> str:
    """What an application asks for."""
    app = oauth.register(marit, "Texel app", "https://app.example.org/back")
    asked = {
        "response_type": "code", "client_id": app.pk, "redirect_uri": app.get_redirect_uris()[0],
        "scope": "read play", "code_challenge": "c" * 43, "code_challenge_method": "S256",
    }  # fmt: skip
    return f"{reverse('idp:oidc:authorization')}?{urlencode(asked)}"


def _moved(marit: User) -> str:
    """The link that takes back a changed address."""
    token = signing.dumps([marit.pk, "marit@old.example"], salt=account_recovery.SALT)
    return reverse("take_back", args=[token])


def _delivered(marit: User) -> str:
    hook = Webhook.objects.create(user=marit, host="example.org", sealed=b"")
    webhooks.ping(marit, hook.pk)
    return reverse("hook_deliveries", args=[hook.pk])


@pytest.mark.parametrize("name", some(PAGES, 1, kind=alike(*ALIKE)))
def test_a_page_for_the_person(browser: Browser, live_server: LiveServer, name: str) -> None:
    marit = again(_with_letters)
    with window(browser, live_server.url, marit) as (page, complaints):
        assert looked_at(page, f"account-{name}", PAGES[name](marit)) == {}
        if name == "letter":
            page.goto(PAGES[name](marit))
            page.frame_locator("iframe").get_by_role("heading", name="Your move, Marit").wait_for()
        assert complaints == []


@pytest.mark.parametrize("size", some(SIZES, 1))
def test_a_program_is_allowed_by_clicking(
    browser: Browser, live_server: LiveServer, size: str
) -> None:
    marit = again(_with_letters)
    begun = device_grants.begin("Texel bot", ["play"])
    with window(browser, live_server.url, marit, size) as (page, complaints):
        page.goto(f"{reverse('device')}?code={begun.user_code}")
        press(page.get_by_role("button", name="See what it asks for"))
        page.get_by_text("Texel bot").wait_for()
        assert too_wide(page) == []
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            picture(page, f"device-asked-{size}-{theme}")
        press(page.get_by_role("button", name="Allow it"))
        page.get_by_text("The program gets its key within seconds.").wait_for()
        assert complaints == []
    assert device_grants.key_for(begun.device_code).startswith("tideweb_")


def _stopped(marit: User) -> str:
    """The page of a letter about one table, which was stopped there."""
    notice = Notice.objects.filter(recipient=marit, kind="your_move", channel="mail")[0]
    unsubscribe.stop(unsubscribe.of(notice))
    return unsubscribe.address(notice)


def _with_letters() -> User:
    """Marit, whose game has begun, with a hook that failed and a calendar."""
    people = members(3)
    started(people)
    with mailin() as port, override_settings():
        point(django_settings, port)
        assert delivery.deliver() == 3  # that it began and that it is their move: one letter
    hook = Webhook.objects.create(user=people[0], host="play.example.org", sealed=b"")
    webhooks.failed(hook, "answered 500")
    feed_tokens.make(people[0], "calendar")
    return people[0]


def test_from_signing_up_to_signing_out_by_clicking(
    browser: Browser, live_server: LiveServer, settings: Settings
) -> None:
    with mailin() as port, window(browser, live_server.url, size="phone") as (page, complaints):
        point(settings, port)
        page.goto(reverse("account_signup"))
        page.get_by_label("E-mail").fill("ute@example.org")
        page.get_by_label("Name").fill("Ute")
        page.get_by_label("Password").fill("seven tides a week")
        page.get_by_label("Time zone").select_option("Europe/Berlin")
        press(page.get_by_role("button", name="Sign Up"))

        press(page.get_by_role("link", name="Open your mailbox"))
        press(page.get_by_role("link", name="Confirm your e-mail address"))
        press(page.locator("pre a").first)
        press(page.get_by_role("button", name="Yes, it is mine"))

        press(page.get_by_role("link", name="Ute"))
        page.get_by_label("What the key is for").fill("laptop")
        press(page.get_by_role("button", name="Make a key"))
        assert page.get_by_text("It is shown this once").is_visible()
        press(page.get_by_role("button", name="Sign out"))
        assert page.get_by_role("link", name="Sign in", exact=True).is_visible()
    assert complaints == []
