"""The pages of accounts in a real browser: axe, the width, the console; and from signing up to
signing out by clicking, with our own listener as the mail server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings as django_settings
from django.core import signing
from django.core.cache import cache
from django.test import override_settings
from django.urls import reverse
from playwright.sync_api import expect
from pytest_django import Settings

from accounts.email import demo_mailbox
from accounts.models import Notice, User, Webhook
from accounts.notifications import delivery, feed_tokens, unsubscribe, webhooks
from accounts.people import account_recovery, demo_login, oauth
from accounts.security import device_grants
from games.services.people import friends
from tests.accounts.making import member
from tests.accounts.sink import mailin, point
from tests.browsing.eyes import looked_through, picture, too_wide
from tests.browsing.looks import SIZES, THEMES, alike, some, together
from tests.browsing.windows import press, window
from tests.games.mail.reading import members, started
from tests.games.making import person
from tests.process_fixtures import again

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


def for_strangers() -> Iterator[tuple[str, str]]:
    marit = member()
    yield "account-login", reverse("account_login")
    yield "account-signup", reverse("account_signup")
    yield "account-reset", reverse("account_reset_password")
    yield "account-code", reverse("account_request_login_code")
    yield "account-sent", reverse("account_email_verification_sent")
    yield "account-forged", reverse("account_confirm_email", args=["forged"])
    yield "account-demo", urlsplit(demo_login.sign_in_link(marit)).path
    yield "account-confirmed", reverse("account_confirm_email", args=[_used_link(marit)])
    yield "account-restored", _moved(marit, str(marit.email))


STRANGERS = (
    "login", "signup", "reset", "code", "sent", "forged", "demo", "confirmed", "restored",
)  # fmt: skip


def _used_link(marit: User) -> str:
    return str(EmailConfirmationHMAC(EmailAddress.objects.get(user=marit)).key)


@pytest.mark.parametrize("names", together(STRANGERS), ids=" ".join)
def test_pages_for_strangers(
    browser: Browser, live_server: LiveServer, names: tuple[str, ...]
) -> None:
    asked = [f"account-{name}" for name in names]
    with window(browser, live_server.url) as (page, complaints):
        assert looked_through(page, complaints, asked, for_strangers()) == {}


def for_the_person(marit: User) -> Iterator[tuple[str, str]]:
    for name, view in NEEDING_NOTHING.items():
        yield f"account-{name}", reverse(view)
    letter = reverse("mailbox_letter", args=[demo_mailbox.letters_of(marit)[0].pk])
    yield "account-letter", letter
    yield "account-stop", unsubscribe.address(Notice.objects.filter(recipient=marit)[0])
    yield "account-stopped", _stopped(marit)
    yield "account-wishes-stopped", reverse("choose_letters")
    yield "account-authorize", _asked_for(marit)
    yield "account-back", _moved(marit)
    yield "account-deliveries", _delivered(marit)
    friend = _befriended(marit)
    yield "account-friends", reverse("friends")
    yield "account-friend", reverse("person", args=[friend])
    yield "account-challenge", f"{reverse('game-new')}?with={friend}"


NEEDING_NOTHING = {
    "settings": "profile", "notices": "notices", "in_app": "in_app", "wishes": "choose_letters",
    "ways": "ways", "mailbox": "mailbox", "email": "account_email",
    "password": "account_change_password", "factors": "mfa_index",
    "again": "account_reauthenticate", "sessions": "usersessions_list", "out": "account_logout",
    "device": "device",
}  # fmt: skip
PAGES = (
    *NEEDING_NOTHING, "letter", "stop", "stopped", "wishes-stopped", "authorize", "back",
    "deliveries", "friends", "friend", "challenge",
)  # fmt: skip
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


def _moved(marit: User, old: str = "marit@old.example") -> str:
    """The link that takes back a changed address."""
    token = signing.dumps([marit.pk, old], salt=account_recovery.SALT)
    return reverse("take_back", args=[token])


def _delivered(marit: User) -> str:
    hook = Webhook.objects.create(user=marit, host="example.org", sealed=b"")
    webhooks.ping(marit, hook.pk)
    return reverse("hook_deliveries", args=[hook.pk])


@pytest.mark.parametrize("names", together(some(PAGES, 1, kind=alike(*ALIKE))), ids=" ".join)
def test_pages_for_the_person(
    browser: Browser, live_server: LiveServer, names: tuple[str, ...]
) -> None:
    marit = again(_with_letters)
    asked = [f"account-{name}" for name in names]
    with window(browser, live_server.url, marit) as (page, complaints):
        pages = for_the_person(marit)
        assert looked_through(page, complaints, asked, pages, also=with_its_letter) == {}


def with_its_letter(page: Page) -> list[str]:
    """Where a letter is shown, it can be read in its frame."""
    if page.locator("iframe").count():
        page.frame_locator("iframe").get_by_role("heading", name="Your move, Marit").wait_for()
    return []


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
        page.get_by_text("The program gets its key within seconds, and then").wait_for()
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
        for shown in (page.get_by_text("It is shown only once"), page.locator("code.key")):
            expect(shown).to_be_in_viewport()
        press(page.get_by_role("button", name="Sign out"))
        assert page.get_by_role("link", name="Sign in", exact=True).is_visible()
    assert complaints == []
