"""Whoever was away for years reads of which year a date is."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Bounce, Notice, Suppression, User, Webhook
from accounts.notifications import bounces
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def ago() -> datetime:
    return timezone.now() - timedelta(days=730)


def test_since_when_their_address_bounces(client: Client, marit: User, ago: datetime) -> None:
    Suppression.objects.create(address=not_none(marit.email), reason=bounces.BOUNCED, since=ago)
    page = client.get(reverse("in_app")).content.decode()
    assert f"since {ago.day} {ago:%b} {ago.year}, " in page


def test_of_what_stayed_behind_the_bell(client: Client, marit: User, ago: datetime) -> None:
    """A notice that bounced isn't deleted after a year as others are."""
    notice = Notice.objects.create(
        recipient=marit, kind="game_over", event="x:1", state="failed", shown=True, created_at=ago
    )
    Bounce.objects.create(notice=notice, sort="hard", address=not_none(marit.email))
    assert f" {ago.day} {ago:%b} {ago.year}, " in client.get(reverse("in_app")).content.decode()
    assert f"{ago.day} {ago:%b} {ago.year}, " in client.get(reverse("notices")).content.decode()


def test_when_a_webhook_last_answered(client: Client, marit: User, ago: datetime) -> None:
    Webhook.objects.create(user=marit, host="hook.example", sealed=b"", last_ok_at=ago)
    page = client.get(reverse("ways")).content.decode()
    assert f"answered {ago.day} {ago:%b} {ago.year}, " in page
