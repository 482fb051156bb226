"""Delivering over a real SMTP connection: every notice once, each settled by itself."""

from datetime import timedelta
from threading import Barrier, Thread
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Choice, Notice
from accounts.notifications import delivery, eligibility, prefetch
from accounts.notifications.channels.email import EmailChannel
from tests.accounts.making import claimed, leaves, member, tell
from tests.accounts.sink import listening
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)
State = Notice.State


def states() -> list[str]:
    return list(Notice.objects.order_by("id").values_list("state", flat=True))


def test_due_letters_leave_over_one_connection(settings: Settings) -> None:
    tell(member(), 60)
    with listening(settings) as sink:
        assert delivery.deliver() == 60

    assert states() == [State.SENT] * 60
    assert len(sink.mails) == 60
    assert len(sink.clients) == 1


def test_nothing_leaves_before_its_time(settings: Settings) -> None:
    tell(member())
    Notice.objects.update(send_after=timezone.now() + timedelta(minutes=5))
    with listening(settings) as sink:
        assert delivery.deliver() == 0

    assert sink.mails == []
    assert states() == [State.QUEUED]


def test_a_letter_whose_deadline_moves_while_it_is_found_too_late_is_kept(
    settings: Settings,
) -> None:
    tell(member())
    Notice.objects.update(drop_after=timezone.now() - timedelta(minutes=5))
    check = eligibility.check

    def checked(notice: Notice) -> None:
        try:
            check(notice)
        finally:
            Notice.objects.update(drop_after=timezone.now() + timedelta(hours=3))

    with listening(settings) as sink:
        with patch.object(eligibility, "check", checked):
            assert delivery.deliver() == 0
        assert states() == [State.QUEUED]
        assert delivery.deliver() == 1
    assert len(sink.mails) == 1


def test_two_deliverers_at_once_send_each_letter_once(settings: Settings) -> None:
    tell(member(), 120)
    barrier = Barrier(3)
    sent: list[int] = []

    def run() -> None:
        barrier.wait()
        sent.append(delivery.deliver())
        connection.close()

    with listening(settings) as sink:
        threads = [Thread(target=run) for _deliverer in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert sum(sent) == len(sink.mails) == len(set(sink.ids())) == 120


def test_killed_between_sending_and_marking_sends_again_with_the_same_message_id(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(member())

    def killed(*_args: object, **_fields: object) -> None:
        raise SystemExit(137)

    with listening(settings) as sink:
        with monkeypatch.context() as patch:
            patch.setattr(delivery, "_settle_sent", killed)
            with pytest.raises(SystemExit):
                delivery.deliver()
        assert states() == [State.QUEUED]
        assert delivery.deliver() == 0, "the lease still runs"
        Notice.objects.update(leased_until=timezone.now())
        assert delivery.deliver() == 1

    first, second = sink.ids()
    assert first == second
    assert states() == [State.SENT]


def test_the_next_letter_is_asked_about_while_the_one_before_it_leaves(
    settings: Settings, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prefetch, "FRESH", 60.0)  # however busy this machine is
    tell(member(), 40)
    with listening(settings) as sink, django_assert_max_num_queries(27):
        delivery.deliver()
    assert len(sink.mails) == 40


def test_what_is_not_to_go_is_ended_in_one_go(
    settings: Settings, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prefetch, "FRESH", 60.0)
    tell(member(), 30, fact="untrue")
    with listening(settings) as sink, django_assert_max_num_queries(24):
        delivery.deliver()
    assert not sink.mails
    assert set(states()) == {State.DROPPED}
    assert set(Notice.objects.values_list("reason", flat=True)) == {"untrue"}


def test_what_was_read_ahead_grows_old(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    user = member()
    tell(user, 2)
    batch = claimed()
    monkeypatch.setattr(prefetch, "FRESH", 0.0)
    with listening(settings) as sink, EmailChannel() as line:
        assert leaves(batch[0], line)
        Choice.objects.create(user=user, kind="plain", wanted=False)
        assert not leaves(batch[1], line)
    assert len(sink.mails) == 1
    assert states() == [State.SENT, State.SUPPRESSED]


def test_who_lost_the_lease_does_not_settle(settings: Settings) -> None:
    tell(member())
    (mine,) = claimed()
    Notice.objects.update(leased_until=timezone.now() + timedelta(hours=1))

    delivery._settle(mine, State.FAILED, "too late")

    assert states() == [State.QUEUED]


def test_a_broken_letter_does_not_stop_the_others(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    user = member()
    (broken,) = tell(user, fact="broken")
    tell(user, 2)
    with listening(settings):
        assert delivery.deliver() == 2

    broken.refresh_from_db()
    assert broken.state == State.QUEUED
    assert broken.reason == "not_composed: ZeroDivisionError"
    assert "ZeroDivisionError" in caplog.text
    assert "the 44" not in caplog.text


def test_the_person_reads_it_in_their_language_and_zone(settings: Settings) -> None:
    tell(member(language="de", zone="Europe/Amsterdam"), kind="where")
    with listening(settings) as sink:
        delivery.deliver()

    assert (
        not_none(sink.mails[0].get_body(("plain",))).get_content().strip() == "de Europe/Amsterdam"
    )
