"""The sweep inside of a worker: no beat and no message, and still everything happens."""

import time

import pytest
from django.core import mail
from django.db import OperationalError
from pytest_django import Settings

from accounts.notifications import delivery
from games.models import Hand
from tests.games import making
from tests.games.mail.reading import begun, members, started
from tideweb import background_sweep

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]


def test_one_sweep_resolves_what_is_ready_and_delivers_the_letters() -> None:
    people = members(3)
    game = started(people)
    for user in people:
        making.bid(game, user)
    assert making.hand_of(game).state == Hand.State.READY

    background_sweep.sweep_once()
    background_sweep._stop.clear()
    background_sweep.deliver_once()

    assert making.hand_of(game).number == 2
    told = [letter.to for letter in mail.outbox]
    # One each: that it starts, and their move in the hand that is open now.
    assert sorted(told) == sorted([f"{user.name} <{user.email}>"] for user in people)


def test_a_sweep_that_breaks_off_does_not_end_the_thread(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def down(**_how: object) -> int:
        raise OperationalError("the connection is gone")

    monkeypatch.setattr(delivery, "deliver", down)
    background_sweep.deliver_once()
    assert "A sweep broke off." in caplog.text


def test_the_thread_sweeps_on_until_the_worker_stops(settings: Settings) -> None:
    settings.SWEEP_SECONDS = 0.01
    begun()
    background_sweep.start()
    for _moment in range(500):
        if len(mail.outbox) == 3:
            break
        time.sleep(0.02)
    background_sweep.stop()
    for thread in background_sweep._threads:
        thread.join(5)
        assert not thread.is_alive()
    assert len(mail.outbox) == 3
