"""Whose letters come back gets time: once, and never less than before."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.email.delivery_reports import Report, ReportKind
from accounts.models import Notice, Suppression, User
from accounts.notifications import bounces
from games.models import SeatClock
from games.services.seats import unreachable
from tests.games.mail.reading import members, started
from tests.games.services.hands.test_over_in_quiet_hours import at

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


def test_who_has_moved_to_another_zone_gets_the_same_two_days() -> None:
    """In Kiritimati it is a day later than in Pago Pago, where they lived when the hand opened."""
    evening = datetime(2026, 11, 30, 20, tzinfo=UTC)
    with at(evening):
        marit, *others = members(3)
        User.objects.filter(pk=marit.pk).update(zone="Pacific/Pago_Pago")
        started([User.objects.get(pk=marit.pk), *others], hours=24)
    User.objects.filter(pk=marit.pk).update(zone="Pacific/Kiritimati")
    with at(evening + timedelta(hours=20)):
        assert unreachable.pause(User.objects.get(pk=marit.pk)) == 1
    assert deadline(marit) > evening + timedelta(hours=24 + 30)


def test_who_lives_in_a_zone_that_is_no_longer_known_gets_the_days_of_utc() -> None:
    people = members(3)
    started(people)
    before = deadline(people[0])
    User.objects.filter(pk=people[0].pk).update(zone="Europe/Atlantis")
    assert unreachable.pause(User.objects.get(pk=people[0].pk)) == 1
    assert deadline(people[0]) > before
