"""Old notices go, batch by batch, past those that stay."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Bounce, Notice
from accounts.notifications import retention
from tests.accounts.making import member
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
YEARS = timedelta(days=800)


def test_more_than_a_batch_that_stays_keeps_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that bounced stay, which say something about an address, and those still to be sent."""
    monkeypatch.setattr(retention, "BATCH_SIZE", 3)
    now, marit = timezone.now(), member()
    states = ["sent"] * 4 + ["queued", "held"] * 2 + ["sent"] * 5
    rows = Notice.objects.bulk_create(
        Notice(recipient=marit, kind="news", event=f"{n}", state=state, created_at=now - YEARS)
        for n, state in enumerate(states)
    )
    Bounce.objects.bulk_create(
        Bounce(notice=row, sort="hard", address=not_none(marit.email)) for row in rows[:4]
    )
    new = Notice.objects.create(recipient=marit, kind="news", event="new", state="sent")
    assert [retention.forget_old(now) for _call in range(3)] == [3, 2, 0]
    left = Notice.objects.filter(recipient=marit).order_by("id")
    assert list(left) == [*rows[:8], new]


def test_a_letter_goes_after_what_was_gathered_in_it() -> None:
    now, marit = timezone.now(), member()
    old = {"recipient": marit, "state": "sent", "created_at": now - YEARS}
    letter = Notice.objects.create(kind="digest", event="letter", **old)
    Notice.objects.create(kind="news", event="part", digest=letter, **old)
    assert [retention.forget_old(now) for _call in range(3)] == [1, 1, 0]
