"""Push services that never answer cost their person's pushes a few seconds, and nobody else's.

Planted: with the browsers called one after another, the last waits for all before it; without the
look at the clock, a worker goes on with what it has claimed until it is killed.
"""

import time
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice
from accounts.notifications import delivery, web_push
from accounts.notifications.channels.names import PUSH
from accounts.security import safe_http
from tests.accounts.answering import answering
from tests.accounts.notifications.test_web_push import Browser
from tests.games.mail.reading import members, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
State = Notice.State
SILENCE = 0.8


@pytest.fixture(autouse=True)
def _short(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAPID_PRIVATE_KEY = web_push.new_key()
    monkeypatch.setattr(safe_http, "SILENCE", SILENCE)


def waiting() -> list[Notice]:
    Notice.objects.exclude(channel=PUSH, kind="your_move").delete()
    return list(Notice.objects.order_by("send_after", "id"))


def test_all_browsers_of_a_person_are_called_at_the_same_time(
    settings: Settings, tmp_path: Path
) -> None:
    marit, *_ = people = members(3)
    with answering(settings, tmp_path, pause=30) as silent, answering(settings, tmp_path) as good:
        for number in range(web_push.MAX_BROWSERS - 1):
            web_push.subscribe(marit, **Browser().gives(f"{silent.url}/{number}"))
        web_push.subscribe(marit, **Browser().gives(good.url))
        started(people)
        (notice,) = waiting()
        began = time.monotonic()
        assert delivery.deliver(channel=PUSH) == 1
        assert time.monotonic() - began < 5 * SILENCE
    assert len(good.asked) == 1
    assert silent.asked
    notice.refresh_from_db()
    assert notice.state == State.SENT


def test_what_is_not_begun_in_time_is_released_as_it_was_and_goes_once(
    settings: Settings, tmp_path: Path
) -> None:
    marit, *_ = people = members(3)
    with answering(settings, tmp_path, pause=30) as push_service:
        web_push.subscribe(marit, **Browser().gives(push_service.url))
        for _game in range(3):
            started(people)
        first, *rest = waiting()
        assert delivery.deliver(SILENCE, PUSH) == 0
        assert len(push_service.asked) == 1, "only one was begun within the time"
        first.refresh_from_db()
        assert (first.state, first.attempts) == (State.QUEUED, 1)
        for notice in rest:
            notice.refresh_from_db()
            assert (notice.state, notice.attempts, notice.reason) == (State.QUEUED, 0, "")
            assert notice.leased_until is not None
            assert notice.leased_until <= timezone.now()

        push_service.pause = 0
        assert delivery.deliver(channel=PUSH) == len(rest), "the first waits for its second try"
        assert delivery.deliver(channel=PUSH) == 0
    topics = [headers["topic"] for _path, headers, _body in push_service.asked]
    assert len(set(topics)) == len(topics) == 1 + len(rest)
