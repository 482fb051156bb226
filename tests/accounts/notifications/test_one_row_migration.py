"""Notices of before: a letter and its twin behind the bell, and reminders that waited as rows."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Notice
from games.models import SeatClock
from tests.accounts.making import member
from tests.games.making import running

pytestmark = pytest.mark.django_db
ONE_ROW = import_module("accounts.migrations.0027_one_row")
CLOCKS = import_module("games.migrations.0033_reminders_on_clocks")


def test_twins_become_one_row_and_reminders_moments() -> None:
    users = [member("Marit"), member("Joost"), member("Aoife")]
    hand = running(users).hands.get()
    Notice.objects.all().delete()
    SeatClock.objects.update(remind_at=None)
    later = timezone.now() + timedelta(hours=5)
    for way, state in (("mail", "sent"), ("site", "sent"), ("mail", "queued"), ("site", "queued")):
        about = "reminder" if state == "queued" else "your_move"
        due = later if state == "queued" else timezone.now() - timedelta(hours=1)
        Notice.objects.create(
            recipient=users[0], kind=about, event=f"hand:{hand.pk}:{about}", channel=way,
            state=state, send_after=due, read_at=due if (way, state) == ("site", "sent") else None,
        )  # fmt: skip
    Notice.objects.create(
        recipient=users[1],
        kind="chat",
        event="x",
        channel="site",
        send_after=later - timedelta(hours=9),
    )
    with connection.cursor() as cursor:
        for statement in (ONE_ROW.JOINED, ONE_ROW.DOUBLE, ONE_ROW.ALONE, CLOCKS.MOVED, CLOCKS.GONE):
            cursor.execute(statement)
    letter, alone = Notice.objects.order_by("pk")
    assert (letter.channel, letter.shown, letter.read_at is None) == ("mail", True, False)
    assert (alone.channel, alone.shown, alone.state) == ("site", True, "sent")
    assert SeatClock.objects.get(user=users[0]).remind_at == later
    assert SeatClock.objects.get(user=users[1]).remind_at is None
