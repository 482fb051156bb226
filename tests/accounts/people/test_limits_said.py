"""Where somebody has as many of something as they may, the page says so instead of a form."""

from collections.abc import Callable

import pytest

from accounts.models import User
from accounts.notifications import webhooks
from accounts.people import oauth, own_bots
from accounts.security import safe_http
from tests.accounts.making import browser, member

pytestmark = pytest.mark.django_db
NAMES = ("Texel", "Sylt", "Juist", "Baltrum", "Amrum")
BACK = "https://app.example.org/back"


def with_bots(user: User) -> None:
    for name in NAMES[: own_bots.MAX_PROGRAMS]:
        own_bots.make(user, name)


def with_webhooks(user: User) -> None:
    for name in NAMES[: webhooks.MAX_WEBHOOKS]:
        webhooks.add(user, f"https://example.org/{name}")


def with_applications(user: User) -> None:
    for name in NAMES[: oauth.MAX_APPLICATIONS]:
        oauth.register(user, name, BACK)


@pytest.mark.parametrize(
    ("fill", "page", "way", "says"),
    [
        (with_bots, "/settings/", "/settings/bots/", "You can have three bots."),
        (with_webhooks, "/settings/ways/", "/settings/ways/hooks/", "You have 5 webhooks."),
        (
            with_applications,
            "/settings/",
            "/settings/applications/",
            "You can have five applications.",
        ),
    ],
)
def test_at_the_limit_the_page_says_so(
    fill: Callable[[User], None], page: str, way: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safe_http, "target_of", lambda _url: None)
    marit, sent = member(), {"name": "Borkum", "addresses": BACK, "url": BACK}
    client, form = browser(marit), f'action="{way}"'
    before = client.get(page).content.decode()
    assert form in before
    assert says not in before
    fill(marit)
    after = client.get(page).content.decode()
    assert form not in after
    assert after.count(f"{says} Remove one first.") == 1
    refused = client.post(way, sent)  # of a page that was open before
    assert refused.status_code in (400, 409)
    assert refused.content.decode().count(f"{says} Remove one first.") == 1
