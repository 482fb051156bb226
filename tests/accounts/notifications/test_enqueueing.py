"""What is enqueued together is written at once, or not at all."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice, User
from accounts.notifications import outbox
from accounts.notifications.outbox import NotificationRequest
from tests.games.making import people

pytestmark = pytest.mark.django_db


def test_many_are_written_for_the_price_of_one_in_their_order() -> None:
    users = people(3)
    with CaptureQueriesContext(connection) as alone:
        outbox.enqueue([NotificationRequest(users[0].pk, "your_move", "hand:1:your_move")])
    with CaptureQueriesContext(connection) as many, outbox.together():
        for number in (2, 3):
            with outbox.together():
                outbox.enqueue(
                    NotificationRequest(user.pk, "your_move", f"hand:{number}:your_move")
                    for user in users
                )
        assert not Notice.objects.filter(event__startswith="hand:3").exists()
    written = list(Notice.objects.filter(channel="mail").order_by("pk").values_list("event"))
    assert len(written) == 7
    assert written == sorted(written)
    assert len(many) == len(alone) + 1  # the question in between


def test_where_the_rest_fails_nobody_is_told() -> None:
    user = people(1)[0]
    with pytest.raises(ZeroDivisionError):
        _fail_after_notifying(user)
    assert not Notice.objects.exists()
    outbox.enqueue([NotificationRequest(user.pk, "your_move", "hand:1:your_move")])
    assert Notice.objects.exists()


def _fail_after_notifying(user: User) -> None:
    with outbox.together():
        outbox.enqueue([NotificationRequest(user.pk, "your_move", "hand:1:your_move")])
        raise ZeroDivisionError
