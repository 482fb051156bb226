"""When we were down in the last quarter of a hand, everybody gets the time back, once."""

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Heartbeat, Notice, Outage, User
from accounts.notifications.delivery import deliver
from accounts.operation import heartbeats
from games import game_secrets, pace
from games.models import Bid, Credit, Game, Hand, LogEntry, Seat, SeatClock
from games.services import sweep
from games.services.hands import outages, resolving
from games.services.seats import pausing, votes
from tests.full_disk import full_disk
from tests.games.mail.reading import letter, members, started
from tests.games.making import bid, fresh, hand_of, people, running, table_of
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
COMMITTED = pytest.mark.django_db(transaction=True)  # for those that need several connections
HOUR = timedelta(hours=1)


def opened(game: Game, hours_ago: float) -> None:
    """The open hand was opened so long ago, and its clocks with it."""
    hand = hand_of(game)
    hand.opened_at -= hours_ago * HOUR
    hand.deadline -= hours_ago * HOUR
    hand.save()
    for clock in hand.clocks.all():
        rule = pace.rule_of(clock.rule)
        clock.rule["opened"] = (rule.opened - hours_ago * HOUR).isoformat()
        clock.deadline -= hours_ago * HOUR
        clock.save()


def down(hours: float, service: str = "sweep") -> None:
    """Nothing of this part has happened for so long."""
    at = timezone.now() - hours * HOUR
    Heartbeat.objects.update_or_create(service=service, defaults={"at": at})


def deadlines(game: Game) -> list[Any]:
    clocks = SeatClock.objects.filter(hand=hand_of(game)).order_by("seat__index")
    return list(clocks.values_list("deadline", flat=True))


def moved(game: Game, act: Callable[[], object]) -> list[float]:
    """By how many hours each deadline moves by that."""
    before = deadlines(game)
    act()
    return [
        round((now - then) / HOUR, 2) for then, now in zip(before, deadlines(game), strict=True)
    ]


def test_three_hours_in_the_last_quarter_are_given_back_once() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 23)
    down(3)

    assert moved(game, sweep.sweep) == [3, 3, 3]
    assert moved(game, sweep.sweep) == [0, 0, 0]
    assert hand_of(game).deadline == max(deadlines(game))
    assert [entry.data for entry in LogEntry.objects.filter(kind="outage")] == [
        {"minutes": 180, "what": "sweep"}
    ]


def test_a_gap_before_the_last_quarter_gives_nothing() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 17.9)
    down(3)

    assert moved(game, sweep.sweep) == [0, 0, 0]
    assert not Credit.objects.exists()
    assert not LogEntry.objects.filter(kind="outage").exists()


def test_a_deadline_that_passed_while_we_were_down_is_no_miss() -> None:
    users, game = table_of(3, hours=24)
    opened(game, 25)  # an hour over
    down(3)
    sweep.sweep()

    assert fresh(game).hand_number == 1
    assert set(Seat.objects.filter(game=game).values_list("misses", flat=True)) == {0}
    left = [round((due - timezone.now()) / HOUR, 1) for due in deadlines(game)]
    assert left == [2, 2, 2], "two hours were left when we went down"
    for user in users:
        bid(game, user)
    sweep.sweep()
    assert fresh(game).hand_number == 2


def test_what_was_over_before_we_went_down_is_a_miss() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 28)
    down(3)
    sweep.sweep()

    assert set(Seat.objects.filter(game=game).values_list("misses", flat=True)) == {1}


def test_expiring_gives_back_first_whoever_found_the_gap() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 25)
    down(3)
    heartbeats.beat("sweep")  # another sweep found the gap, and was killed

    assert moved(game, lambda: resolving.expire_hand(hand_of(game).pk)) == [3, 3, 3]
    assert moved(game, sweep.sweep) == [0, 0, 0]


def test_a_machine_that_slept_in_the_middle_of_a_sweep_gives_back_first() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 25)
    down(3)

    assert moved(game, lambda: resolving.expire_hand(hand_of(game).pk)) == [3, 3, 3]
    assert not Bid.objects.exists()


@COMMITTED
def test_a_game_that_is_busy_gets_it_from_the_next_sweep() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 23)
    down(3)
    busy = connection.copy()
    busy.set_autocommit(False)
    with busy.cursor() as cursor:
        cursor.execute("SELECT FROM games_game FOR UPDATE")
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
    try:
        assert moved(game, sweep.sweep) == [0, 0, 0]
    finally:
        busy.close()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")

    assert moved(game, sweep.sweep) == [3, 3, 3]
    assert Outage.objects.get().settled
    assert moved(game, sweep.sweep) == [0, 0, 0]


@COMMITTED
def test_two_sweeps_at_once_give_it_once() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 25)
    down(3)
    barrier = Barrier(2)

    def run() -> None:
        barrier.wait()
        sweep.sweep()
        connection.close()

    threads = [Thread(target=run) for _ in range(2)]

    def both() -> None:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert moved(game, both) == [3, 3, 3]
    assert Credit.objects.count() == LogEntry.objects.filter(kind="outage").count() == 1


def test_a_restart_in_the_middle_gives_what_each_gap_took() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 24.5)
    now = timezone.now()
    Outage.objects.create(what="sweep", began=now - 3 * HOUR, ended=now - 2 * HOUR)
    Outage.objects.create(what="sweep", began=now - 1.5 * HOUR, ended=now)
    heartbeats.beat("sweep")

    assert moved(game, sweep.sweep) == [2.5, 2.5, 2.5]
    assert Credit.objects.count() == 2


def test_a_sweep_gives_back_to_some_and_turns_to_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fifty thousand hands that would take hours, in which no other deadline is looked at."""
    users = people(3)
    games = [running(users, hours=24) for _ in range(4)]
    *lost, overdue = games
    for game in lost:
        opened(game, 23)
    down(3)
    monkeypatch.setattr(sweep, "SETTLED_AT_ONCE", 2, raising=False)
    heartbeats.beat("sweep")
    opened(overdue, 24)
    Hand.objects.filter(game=overdue).update(opened_at=timezone.now())  # after the outage
    sweep.sweep()
    assert (Credit.objects.count(), fresh(overdue).hand_number) == (2, 2)
    assert not Outage.objects.get().settled
    sweep.sweep()
    assert Credit.objects.count() == 3
    assert Outage.objects.get().settled


def test_a_full_disk_is_an_outage_though_rows_may_still_change() -> None:
    """Nobody can answer, but a heartbeat needs no room."""
    game = table_of(3, hours=24)[1]
    opened(game, 24.5)
    down(3)
    with full_disk():
        assert sweep.sweep() == 0
    assert fresh(game).hand_number == 1
    assert moved(game, sweep.sweep) == [3, 3, 3]


def test_two_parts_that_were_down_together_give_the_time_once() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 23)
    down(3)
    down(4, "outbox")

    sweep.sweep()
    assert moved(game, lambda: (heartbeats.beat("outbox"), sweep.sweep())) == [1, 1, 1]


def test_while_the_mail_is_down_nothing_in_its_last_quarter_expires() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 24.5)
    heartbeats.beat("sweep")
    down(3, "outbox")
    sweep.sweep()
    assert fresh(game).hand_number == 1

    heartbeats.beat("outbox")
    assert moved(game, sweep.sweep) == [3, 3, 3]


def test_a_letter_that_was_too_late_goes_out_once_the_time_is_given_back() -> None:
    marit, *_others = users = members(3)
    game = started(users, hours=24)
    opened(game, 25)
    Notice.objects.filter(kind="your_move").update(drop_after=hand_of(game).deadline)
    down(3)
    deliver()
    asked = Notice.objects.filter(kind="your_move", recipient=marit, channel="mail")
    assert [(each.state, each.reason) for each in asked] == [("dropped", "late")]

    sweep.sweep()
    deliver()
    assert [each.state for each in asked.all()] == ["sent"]


def test_a_table_that_hides_who_answered_moves_all_clocks_alike() -> None:
    users, game = table_of(3, hours=24, tells=False)
    bid(game, users[0])
    opened(game, 23)
    down(3)

    assert moved(game, sweep.sweep) == [3, 3, 3]


def test_a_table_that_shows_it_moves_those_who_still_owe() -> None:
    users, game = table_of(3, hours=24)
    bid(game, users[0])
    opened(game, 23)
    down(3)

    assert moved(game, sweep.sweep) == [0, 3, 3]


def test_a_bank_is_not_charged_for_the_time_that_was_given() -> None:
    users, game = table_of(3, hours=6, bank=24, most=48)
    opened(game, 23)
    down(3)
    sweep.sweep()
    bid(game, users[0])

    left = not_none(Seat.objects.get(game=game, index=0).bank_seconds)
    assert round(left / 3600, 1) == 4, "24 and 3 hours, of which 23 have run"


def test_days_off_took_nobodys_time() -> None:
    game = table_of(3, hours=24)[1]
    opened(game, 23)
    clock = not_none(SeatClock.objects.filter(hand=hand_of(game)).first())
    today = timezone.now().date()
    days = (today - timedelta(days=2), today + timedelta(days=2))
    clock.rule = pace.rule_of(clock.rule).with_away(days).as_json()
    clock.save()
    now = timezone.now()
    outage = Outage(what="sweep", began=now - 3 * HOUR, ended=now)

    assert outages._lost(clock, [(outage.began, outage.ended)]) == timedelta()


def test_everybody_who_owes_is_told_once_and_reminded_later() -> None:
    marit, joost, _aoife = users = members(3)
    game = started(users)
    bid(game, joost)
    opened(game, 23)
    SeatClock.objects.update(remind_at=timezone.now() + HOUR / 2)
    down(3)
    sweep.sweep()
    sweep.sweep()

    told = Notice.objects.filter(kind="deadline_moved", channel="mail")
    assert {notice.recipient_id for notice in told} == {users[0].pk, users[2].pk}
    found = letter(marit, "deadline_moved")
    assert found is not None
    assert "We were down." in found.text
    assert "back: 3 hours." in " ".join(found.text.split())
    assert Notice.objects.get(recipient=marit, kind="reminder").drop_after == deadlines(game)[0]


def test_the_table_says_so_in_its_log() -> None:
    users: list[User] = people(3)
    game = running(users, hours=24)
    opened(game, 23)
    down(3)
    sweep.sweep()

    assert "We were down." in page(browser(users[0]), f"/g/{game.code}/")
    log = browser(users[0]).get(f"/api/v1/games/{game.code}/log").json()["entries"]
    assert [entry["kind"] for entry in log][-1] == "outage"


@pytest.mark.parametrize(("silent", "given"), [(2, 0), (4, 1)])
def test_a_pause_and_an_outage_in_it_give_the_time_once(silent: float, given: float) -> None:
    users, game = table_of(3, hours=24)
    opened(game, 25)
    with transaction.atomic():
        locked = game_secrets.lock_game(pk=game.pk)
        pausing.pause(locked)
        locked.save()
    Game.objects.update(paused_at=timezone.now() - 3 * HOUR)  # with two hours left
    down(silent)

    assert moved(game, sweep.sweep) == [given] * 3  # what of it came before the pause
    assert moved(game, lambda: votes.go_on(users[0], game.code)) == [3] * 3
    assert moved(game, sweep.sweep) == [0] * 3
