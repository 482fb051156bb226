"""When the mail server is down, refuses, or asks to come back later."""

import socket
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice
from accounts.notifications import delivery
from accounts.notifications.channels.email import EmailChannel
from tests.accounts.making import claimed, leaves, member, tell
from tests.accounts.sink import listening, point

pytestmark = pytest.mark.django_db(transaction=True)
State = Notice.State


def test_a_server_that_is_down_loses_nothing_and_costs_no_attempt(
    settings: Settings,
) -> None:
    notices = tell(member(), 3)
    point(settings, 1)  # nobody listens there
    assert delivery.deliver() == 0
    assert set(Notice.objects.values_list("state", "attempts")) == {(State.QUEUED, 0)}

    Notice.objects.update(leased_until=timezone.now())
    with listening(settings) as sink:
        assert delivery.deliver() == 3
    assert sink.ids() == [f"<{notice.message_id}@testserver>" for notice in notices]


def test_refused_for_good_is_failed_with_the_reason(settings: Settings) -> None:
    tell(member(), 2)
    with listening(settings) as sink:
        sink.rcpt = "550 5.1.1 No such user"
        assert delivery.deliver() == 0

    rows = Notice.objects.values_list("state", "reason", "attempts")
    assert set(rows) == {(State.FAILED, "550 5.1.1 No such user", 1)}


@pytest.mark.parametrize("answer", ["452 4.2.2 Mailbox full", "421 4.3.2 Going down"])
def test_not_now_is_tried_later_with_the_same_message_id(settings: Settings, answer: str) -> None:
    (notice,) = tell(member())
    with listening(settings) as sink:
        sink.data = answer
        assert delivery.deliver() == 0
        notice.refresh_from_db()
        assert (notice.state, notice.attempts, notice.reason) == (State.QUEUED, 1, answer)
        assert notice.leased_until is not None
        assert notice.leased_until > timezone.now() + timedelta(seconds=50)
        sink.data = "250 Taken"
        Notice.objects.update(leased_until=timezone.now())
        assert delivery.deliver() == 1

    assert sink.ids() == [f"<{notice.message_id}@testserver>"]


def test_it_waits_longer_each_time_and_gives_up_in_the_end(settings: Settings) -> None:
    waits = [delivery.back_off(attempts) for attempts in range(1, 12)]
    assert waits == sorted(waits)
    assert waits[-1] == timedelta(hours=2)

    tell(member())
    Notice.objects.update(attempts=delivery.MAX_ATTEMPTS - 1)
    with listening(settings) as sink:
        sink.rcpt = "450 4.2.0 Greylisted"
        delivery.deliver()
    assert Notice.objects.get().state == State.FAILED


def test_a_connection_that_died_between_two_letters_is_opened_again(
    settings: Settings,
) -> None:
    tell(member(), 2)
    first, second = claimed()
    with listening(settings) as sink, EmailChannel() as line:
        assert leaves(first, line)
        line.client._connection.connection.sock.shutdown(socket.SHUT_RDWR)  # type: ignore[attr-defined]
        assert leaves(second, line)

    assert len(sink.mails) == 2
    assert len(sink.clients) == 2
