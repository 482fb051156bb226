"""Letters leave beside the work of a real worker, as operators start it."""

import pytest
from django.conf import settings as ours
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice, Suppression
from accounts.notifications import bounces
from tests.accounts.making import member, tell
from tests.accounts.sink import listening
from tests.narrowing import not_none
from tests.worker import WorkerProcess
from tideweb.celery import app

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_worker_that_ends_first_ends_the_letter_that_is_under_way(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.conf, "task_default_queue", "ending")
    marit = member()
    Suppression.objects.create(address=not_none(marit.email), reason=bounces.BOUNCED)
    tell(marit, 9, kind="reach_again")
    with listening(settings) as sink:
        sink.dawdles = 2
        worker = WorkerProcess(
            ours.DATABASES["default"],
            queue="ending",
            pool="prefork",
            SWEEP_SECONDS="0",
            EMAIL_URL=f"smtp://127.0.0.1:{sink.port}",
        )
        worker.start()
        try:
            app.send_task("accounts.tasks.deliver")
            worker.until(lambda: sink.mails)
        finally:
            worker.stop()
    assert 0 < len(sink.mails) == len(set(sink.ids())) < 9
    assert Notice.objects.filter(state="sent").count() == len(sink.mails)
    assert not Notice.objects.filter(state="queued", leased_until__gt=timezone.now()).exists()
