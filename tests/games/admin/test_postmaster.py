"""The postmaster's page counts letters by provider and day, and tells of nobody alone."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Bounce, Notice, User
from games.selectors.moderation import postmaster
from tests.accounts.making import member, tell
from tests.games.admin.test_commands import signed_in
from tests.games.making import running

pytestmark = pytest.mark.django_db


def sent(user: User, *, state: str = "sent", days: int = 1, attempts: int = 0) -> Notice:
    (notice,) = tell(user)
    at = timezone.now() - timedelta(days=days)
    Notice.objects.filter(pk=notice.pk).update(
        state=state, finished_at=at, created_at=at, attempts=attempts
    )
    return notice


def several(domain: str, count: int) -> list[User]:
    names = ("Anna", "Bert", "Cleo", "Dirk")[:count]
    found = [member(f"{name}{len(domain)}") for name in names]
    for user in found:
        user.email = f"{user.name.lower()}@{domain}"
        user.save(update_fields=["email"])
    return found


def test_by_provider_and_day() -> None:
    for user in several("big.example", 3):
        sent(user)
        sent(user, state="queued", attempts=2)
        back, complained = sent(user, days=2), sent(user, days=2)
        yesterday = timezone.now() - timedelta(days=1)
        Bounce.objects.create(notice=back, sort="hard", address=user.email, at=yesterday)
        Bounce.objects.create(notice=complained, sort="complaint", address=user.email, at=yesterday)
    (found,) = postmaster.by_provider()
    assert found.domain == "big.example"
    assert list(found.total.values()) == [9, 3, 3, 3, 0]
    (newest, counts), (_older, before) = found.rows
    assert newest == timezone.localdate() - timedelta(days=1)
    assert (counts, before) == ([3, 3, 3, 3, 0], [6, 0, 0, 0, 0])


def test_of_few_people_no_provider_is_named_and_of_today_nothing_is_told() -> None:
    for user in [*several("small.example", 2), *several("tiny.example", 1)]:
        sent(user)
        sent(user, days=0)
    (found,) = postmaster.by_provider()
    assert found.domain == postmaster.OTHERS
    assert found.total["sent"] == 3


def test_what_asks_for_an_open_hand_is_not_counted() -> None:
    game = running(several("big.example", 3), tells=False)
    at = timezone.now() - timedelta(days=1)
    asked = Notice.objects.filter(kind="your_move", facts__game=game.pk)
    assert asked.update(state="sent", finished_at=at)
    assert sum(each.total["sent"] for each in postmaster.by_provider()) == 0


def test_the_page_is_for_staff(client: Client) -> None:
    for user in several("big.example", 3):
        sent(user)
    where = reverse("admin:postmaster")
    assert client.get(where).status_code == 302
    page = signed_in().get(where).content.decode()
    assert "big.example" in page
    assert "anna@" not in page
