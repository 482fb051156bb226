"""A host whose clock is wrong sweeps and sends nothing, and that is shown."""

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Heartbeat, Notice, Outage, WrongClock
from accounts.notifications import delivery
from accounts.operation import database_clock, heartbeats
from games.models import Game, SeatClock
from games.selectors.moderation import health
from games.services import sweep
from games.services.seats import votes
from tests.accounts.making import staff
from tests.accounts.sink import listening
from tests.games.mail.reading import members, started
from tests.games.making import bid, fresh, hand_of, user_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
HOURS_47, DAYS_5 = timedelta(hours=47), timedelta(days=5)
A_MOMENT = timedelta(seconds=20)
Sets = Callable[[timedelta], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Sets:
    """Sets the clock of this host ahead by so much, as all of its programs see it."""
    real, django = time.time, timezone.now

    def set_ahead(by: timedelta) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + by.total_seconds())
        monkeypatch.setattr(timezone, "now", lambda: django() + by)

    return set_ahead


@pytest.fixture
def game() -> Game:
    return started(members(3))


def deadlines() -> list[object]:
    return list(SeatClock.objects.order_by("pk").values_list("deadline", flat=True))


@pytest.mark.parametrize("ahead", [HOURS_47, DAYS_5, -HOURS_47, timedelta(seconds=90)])
def test_it_moves_nothing(game: Game, set_clock: Sets, ahead: timedelta) -> None:
    heartbeats.beat(heartbeats.SWEEP)
    before = deadlines()
    set_clock(ahead)
    assert sweep.sweep() == 0
    assert deadlines() == before
    assert not Outage.objects.exists()
    assert hand_of(game).number == 1


def test_within_a_minute_it_goes_on_by_the_time_of_the_database(
    game: Game, set_clock: Sets
) -> None:
    right = timezone.now()
    set_clock(timedelta(seconds=50))
    assert abs(database_clock.now() - right) < timedelta(seconds=10)
    for seat in game.seats.all():
        bid(game, not_none(seat.user))
    assert sweep.sweep() == 1
    assert Heartbeat.objects.get(service="sweep").at - right < timedelta(seconds=10)
    assert not WrongClock.objects.exists()


def test_no_hand_is_opened_by_it(game: Game, set_clock: Sets) -> None:
    for seat in game.seats.all():
        bid(game, not_none(seat.user))
    set_clock(DAYS_5)
    assert not sweep.resolve(hand_of(game).pk)
    assert hand_of(game).number == 1


def test_it_sends_no_reminder_early_and_drops_nothing(
    game: Game, set_clock: Sets, settings: Settings
) -> None:
    set_clock(DAYS_5)
    with listening(settings) as sink:
        assert delivery.deliver() == 0
    assert not sink.mails
    assert set(Notice.objects.values_list("state", flat=True)) == {"queued"}


def test_the_listener_and_the_outbox_note_no_outage_by_it(set_clock: Sets) -> None:
    heartbeats.beat(heartbeats.MAILIN)
    set_clock(DAYS_5)
    assert heartbeats.beat(heartbeats.MAILIN) is None
    assert not Outage.objects.exists()


@pytest.mark.parametrize("ahead", [DAYS_5, -HOURS_47])
def test_what_a_web_host_writes_by_it_is_right_all_the_same(
    set_clock: Sets, ahead: timedelta
) -> None:
    """A game that begins, and goes on after a pause, by pages of that host: all that lasts."""
    right = timezone.now()
    set_clock(ahead)
    game = started(members(3))
    bid(game, user_at(game, 0))
    for seat in game.seats.all():
        votes.vote(not_none(seat.user), game.code, "pause")
    votes.go_on(user_at(game, 1), game.code)

    hand, game = hand_of(game), fresh(game)
    promised = timedelta(hours=game.hours) + A_MOMENT
    placed = hand.bids.get()
    moments = [game.started_at, hand.opened_at, placed.given_at, placed.placed_at]
    assert all(right - A_MOMENT < not_none(moment) < right + A_MOMENT for moment in moments)
    assert all(right < clock.deadline < right + promised for clock in SeatClock.objects.all())
    assert right < hand.deadline < right + promised
    assert not Notice.objects.filter(send_after__gt=right + A_MOMENT).exists()


def test_it_is_shown(set_clock: Sets, client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "token"
    client.force_login(staff())
    heartbeats.note(heartbeats.PULSE, timezone.now())
    with pytest.MonkeyPatch.context() as wrong:
        real = time.time
        wrong.setattr(time, "time", lambda: real() + 3600)
        sweep.sweep()
    (row,) = WrongClock.objects.all()
    assert 3590 < row.seconds < 3610

    answer = client.get("/healthz/worker")
    assert answer.status_code == 503
    assert b"clocks that are wrong: 1" in answer.content
    text = client.get("/metrics", headers={"Authorization": "Bearer token"}).content.decode()
    assert 'tideweb_part_good{part="clock"} 0.0' in text
    assert f'tideweb_clock_ahead_seconds{{host="{row.host}"}}' in text
    assert f"{row.host}: +{row.seconds} s" in client.get("/admin/").content.decode()


def test_it_is_forgotten_when_the_host_says_so_no_longer(client: Client) -> None:
    heartbeats.note(heartbeats.PULSE, timezone.now())
    WrongClock.objects.create(host="a", seconds=90, at=timezone.now() - database_clock.LATELY)
    assert client.get("/healthz/worker").status_code == 200
    (part,) = [part for part in health.parts() if part.name == "clock"]
    assert part.good
