"""What somebody adds to their account while it is deleted, or while it is taken from a thief."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.idp.oidc.models import Client as Application
from django.db import transaction
from django.db.models import Model

from accounts.models import ApiKey, Feed, Program, PushDevice, User, Vacation, Webhook
from accounts.notifications import feed_tokens, web_push, webhooks
from accounts.people import account_recovery, oauth, own_bots, vacations
from accounts.refusals import Refused
from accounts.security import api_keys, safe_http
from games.services.people import erasure
from tests.accounts.making import browser, member
from tests.accounts.notifications.test_web_push import Browser
from tests.games.services.crossing import Beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]
Job = Callable[[User], object]


def subscribe(user: User) -> object:
    return web_push.subscribe(user, **Browser().gives("https://push.example/1"))


def book(user: User) -> object:
    first = vacations.today(user) + timedelta(days=3)
    return vacations.book(user, first, first)


ADDED: dict[str, tuple[type[Model], Job]] = {
    "key": (ApiKey, lambda user: api_keys.make(user, "mine")),
    "bot": (Program, lambda user: own_bots.make(user, "Robo")),
    "application": (Application, lambda user: oauth.register(user, "A", "https://a.example/b")),
    "webhook": (Webhook, lambda user: webhooks.add(user, "https://hook.example/")),
    "browser": (PushDevice, subscribe),
    "feed": (Feed, lambda user: feed_tokens.make(user, Feed.What.CALENDAR)),
    "vacation": (Vacation, book),
}


@pytest.fixture(autouse=True)
def _every_host_is_public(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "check", lambda _url: None)


def added_after(first: Job, user: User, job: Job) -> object:
    """What comes of a job that has read this person before `first`, and waits for that."""
    stale = User.objects.get(pk=user.pk)
    with transaction.atomic():
        first(User.objects.get(pk=user.pk))
        beside = Beside(lambda: job(stale))
        beside.until_it_waits()
    return beside.result()


def taken_back(user: User) -> None:
    with transaction.atomic():
        user.set_unusable_password()
        user.save(update_fields=["password"])
        account_recovery.end_all_programs(user)


@pytest.mark.parametrize("what", ADDED)
@pytest.mark.parametrize("first", [erasure.forget, taken_back], ids=["deleted", "taken back"])
def test_nothing_is_added_any_more(first: Job, what: str) -> None:
    model, job = ADDED[what]
    came = added_after(first, member(), job)
    assert isinstance(came, Refused), came
    assert came.code == "signed_out"
    assert not model._default_manager.exists()
    assert not User.objects.filter(kind=User.Kind.PROGRAM).exists()


def test_the_page_leads_to_the_sign_in(monkeypatch: pytest.MonkeyPatch) -> None:
    make, user = feed_tokens.make, member()

    def meanwhile(stale: User, what: str) -> str:
        erasure.forget(User.objects.get(pk=user.pk))
        return make(stale, what)

    monkeypatch.setattr(feed_tokens, "make", meanwhile)
    page = browser(user).post("/settings/ways/feeds/calendar/", follow=True)
    assert "wasn’t accepted" in page.content.decode()


def test_a_feed_that_is_made_twice_is_the_second() -> None:
    user = member()
    token = added_after(
        lambda _user: feed_tokens.make(user, Feed.What.CALENDAR),
        user,
        lambda stale: feed_tokens.make(stale, Feed.What.CALENDAR),
    )
    assert feed_tokens.reader(str(token), Feed.What.CALENDAR) == user
