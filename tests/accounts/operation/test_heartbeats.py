"""A part that was silent for too long was down; each gap is one outage, whoever finds it."""

from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Heartbeat, Notice, Outage
from accounts.notifications import delivery
from accounts.operation import database_clock, heartbeats
from tests.accounts.making import member, tell
from tests.accounts.sink import listening, point

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


def silent(service: str, hours: float = 3) -> None:
    """This part beat last so many hours ago."""
    at = timezone.now() - hours * HOUR
    Heartbeat.objects.update_or_create(service=service, defaults={"at": at})


def test_no_hand_waits_for_a_backup(db: None) -> None:
    long_ago = timezone.now() - timedelta(hours=30)
    Heartbeat.objects.create(service=heartbeats.BACKUP, at=long_ago)
    assert heartbeats.silent_since(timezone.now()) is None


def test_the_first_beat_ever_ends_nothing() -> None:
    assert heartbeats.beat("sweep") is None
    assert Heartbeat.objects.get().service == "sweep"


def test_a_gap_is_an_outage_once() -> None:
    silent("sweep")
    found = heartbeats.beat("sweep")
    assert found is not None
    assert timedelta(hours=3) <= found.ended - found.began < timedelta(hours=3, minutes=1)
    assert heartbeats.beat("sweep") is None
    assert Outage.objects.count() == 1


def test_two_that_beat_at_the_same_time_find_it_once() -> None:
    silent("sweep")
    barrier = Barrier(2)
    found: list[Outage | None] = []

    def run() -> None:
        barrier.wait()
        found.append(heartbeats.beat("sweep"))
        connection.close()

    threads = [Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Outage.objects.count() == 1
    assert found.count(None) == 1


def test_a_part_that_goes_on_costs_two_queries(django_assert_num_queries: Any) -> None:
    silent("sweep", 0.05)
    database_clock.now()  # asked once in ten seconds, whoever beats
    with django_assert_num_queries(2):
        assert heartbeats.beat("sweep") is None
    assert timezone.now() - Heartbeat.objects.get().at < timedelta(minutes=1)


def test_short_gaps_and_a_clock_that_was_set_back_are_none(settings: Settings) -> None:
    silent("sweep", 0.1)
    assert heartbeats.beat("sweep") is None
    silent("sweep", -5)
    assert heartbeats.beat("sweep") is None
    assert Heartbeat.objects.get().at <= database_clock.now()
    silent("sweep")
    settings.OUTAGE_AFTER = 0
    assert heartbeats.beat("sweep") is None


def test_the_outbox_beats_while_the_mail_server_takes_letters(settings: Settings) -> None:
    silent("outbox", 1)
    tell(member())
    point(settings, 1)  # nobody listens there
    delivery.deliver()
    assert not Outage.objects.exists()
    assert heartbeats.silent_since(timezone.now()) == Heartbeat.objects.get().at

    with listening(settings):
        delivery.deliver()
    assert Outage.objects.get().what == "outbox"
    assert heartbeats.silent_since(timezone.now()) is None


def test_a_mail_server_that_puts_everybody_off_is_an_outage(settings: Settings) -> None:
    silent("outbox", 1)
    for name in ("Ute", "Lene"):
        tell(member(name))
    with listening(settings) as sink:
        sink.data = "451 later"
        delivery.deliver()
        delivery.deliver()  # nothing is due before the next attempt, which says nothing new
        assert not Outage.objects.exists()
        sink.data = "250 Taken"
        Notice.objects.update(leased_until=None)
        assert delivery.deliver() == 2
    assert Outage.objects.get().what == "outbox"


def test_one_address_that_is_put_off_is_none(settings: Settings) -> None:
    silent("outbox", 0.01)
    tell(member())
    with listening(settings) as sink:
        sink.data = "451 later"
        delivery.deliver()
    assert timezone.now() - Heartbeat.objects.get().at < timedelta(seconds=20)


def test_several_that_are_put_off_while_others_are_not_are_none(settings: Settings) -> None:
    for name in ("Ute", "Lene"):
        tell(member(name))
    with listening(settings) as sink:
        sink.data = "451 later"
        delivery.deliver()
        sink.data = "250 Taken"
        tell(member("Kasimir"))
        assert delivery.deliver() == 1
        silent("outbox", 0.01)
        delivery.deliver()  # nothing is due
    assert timezone.now() - Heartbeat.objects.get().at < timedelta(seconds=20)


def test_what_was_given_up_is_not_missed() -> None:
    silent("mailin", 24 * 4)
    assert heartbeats.silent_since(timezone.now()) is None
    silent("mailin", 2)
    assert heartbeats.silent_since(timezone.now()) is not None
    assert heartbeats.forget("mailin")
    assert heartbeats.silent_since(timezone.now()) is None


def test_no_hand_waits_for_the_pulse() -> None:
    """Workers sweep by themselves while beat or broker is away."""
    silent(heartbeats.PULSE)
    assert heartbeats.silent_since(timezone.now()) is None
    assert not heartbeats.has_pulse(heartbeats.last(heartbeats.PULSE))
    heartbeats.note(heartbeats.PULSE, database_clock.now())
    assert heartbeats.has_pulse(heartbeats.last(heartbeats.PULSE))
    assert not Outage.objects.exists()
