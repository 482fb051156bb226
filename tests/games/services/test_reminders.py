"""The one reminder: when a fifth of the time is left, or as somebody chose; never in vain."""

from datetime import time, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts import delivery
from accounts.models import Notice, User
from games.services.notices import remind_at
from tests.accounts.making import member
from tests.accounts.sink import listening
from tests.games.making import bid, hand_of, running

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


def table_of(marit: User, **wish: object) -> tuple[User, list[User]]:
    return marit, [marit, member("Joost"), member("Aoife")]


def reminders(user: User) -> dict[str, Notice]:
    found = Notice.objects.filter(recipient=user, kind="reminder")
    return {notice.channel: notice for notice in found}


def test_as_many_hours_before_as_the_person_chose() -> None:
    marit, users = table_of(member(remind_hours=6))
    hand = hand_of(running(users, hours=48))

    assert reminders(marit)["mail"].send_after == hand.deadline - 6 * HOUR
    assert reminders(users[1])["mail"].send_after == hand.deadline - 48 * HOUR / 5


def test_never_in_the_first_half_of_the_time() -> None:
    now = timezone.now()
    assert remind_at(now, now + 10 * HOUR, 168) == now + 5 * HOUR
    assert remind_at(now, now + 10 * HOUR) == now + 8 * HOUR


def test_it_keeps_out_of_the_night_by_letter_but_not_behind_the_bell() -> None:
    local = timezone.now()
    start = time((local + 36 * HOUR).hour)
    end = time((local + 43 * HOUR).hour)
    marit, users = table_of(member(quiet_from=start, quiet_to=end))
    hand = hand_of(running(users, hours=48))
    found = reminders(marit)

    assert found["site"].send_after == hand.opened_at + (hand.deadline - hand.opened_at) * 0.8
    assert found["mail"].send_after < found["site"].send_after
    assert found["mail"].send_after.minute == 55
    assert found["mail"].send_after > hand.opened_at + 24 * HOUR


def test_who_has_answered_is_not_reminded_on_any_channel(settings: Settings) -> None:
    marit, users = table_of(member())
    game = running(users)
    bid(game, marit)
    Notice.objects.exclude(kind="reminder").delete()
    Notice.objects.update(send_after=timezone.now())
    with listening(settings) as sink:
        assert delivery.deliver() == 2
        assert delivery.deliver(channel="site") == 2

    assert marit.email not in {mail["To"] for mail in sink.mails}
    assert {each.state for each in reminders(marit).values()} == {Notice.State.DROPPED}


def test_it_goes_once_on_each_channel(settings: Settings) -> None:
    marit, users = table_of(member())
    running(users)
    Notice.objects.update(send_after=timezone.now())
    with listening(settings) as sink:
        for _ in range(3):
            delivery.deliver()

    subjects = [mail for mail in sink.mails if marit.email in mail["To"]]
    assert len(subjects) == 3, "it begins, your move, one reminder"
