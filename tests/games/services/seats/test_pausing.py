"""Whose letters come back gets time: once, and never less than before."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.email.delivery_reports import Report, ReportKind
from accounts.models import Notice, Suppression, User
from accounts.notifications import bounces
from games.models import SeatClock
from games.services.seats import unreachable
from tests.games.mail.reading import members, started

pytestmark = pytest.mark.django_db
GONE = Report(ReportKind.HARD, "5.1.1", "gone")


def deadline(user: User) -> datetime:
    return SeatClock.objects.get(user=user).deadline


def test_the_open_hands_of_that_person_pause_once() -> None:
    people = members(3, zone="Europe/Amsterdam")
    started(people, hours=12)
    before = [deadline(user) for user in people]
    first, second, *_rest = Notice.objects.filter(recipient=people[0], channel="mail")

    bounces.record(first, GONE)
    paused = [deadline(user) for user in people]
    assert paused[0] - before[0] > timedelta(hours=24)
    assert paused[1:] == before[1:]

    Suppression.objects.all().delete()  # good again, and gone again
    people[0].refresh_from_db()
    bounces.record(Notice.objects.select_related("recipient").get(pk=second.pk), GONE)
    assert [deadline(user) for user in people] == paused


def test_what_is_overdue_stays_so() -> None:
    people = members(3)
    started(people)
    past = timezone.now() - timedelta(seconds=1)
    SeatClock.objects.filter(user=people[0]).update(deadline=past)
    assert unreachable.pause(people[0]) == 0
    assert deadline(people[0]) == past
