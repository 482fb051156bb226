"""Who is told what: rows in the outbox, once each, with ids only."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Choice, Notice, User
from games.services import sweep
from games.services.lobby import tables
from games.services.notifications import hand_notices
from tests.games.fast_forward import fast_forward, past_first_stage
from tests.games.making import bid, bid_all, hand_of, people, person, running, table_of
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def kinds(**which: object) -> Counter[str]:
    return Counter(Notice.objects.filter(channel="mail", **which).values_list("kind", flat=True))


def test_the_start_is_told_to_all_and_the_first_hand_asked_of_all() -> None:
    table_of(3)

    assert kinds() == {"game_started": 3, "your_move": 3}


def test_the_reminder_waits_until_a_fifth_of_the_time_is_left() -> None:
    game = table_of(3, hours=10)[1]
    hand = hand_of(game)
    clock = not_none(hand.clocks.first())
    assert clock.remind_at == hand.deadline - timedelta(hours=2)
    hand.clocks.update(remind_at=timezone.now())
    sweep.sweep()
    told = Notice.objects.filter(kind="reminder")
    assert [notice.drop_after for notice in told] == [hand.deadline] * 3


def test_a_resolved_hand_is_told_and_the_next_one_asked() -> None:
    marit, *_others = users = people(3)
    Choice.objects.create(user=marit, kind="hand_resolved", wanted=True)
    bid_all(running(users))

    assert kinds(facts__hand=1) == {"your_move": 3, "hand_resolved": 1}
    assert kinds(facts__hand=2) == {"your_move": 3}


def test_who_missed_is_told_what_was_played() -> None:
    users, game = table_of(3)
    bid(game, users[0])
    hand = hand_of(game)
    hand.deadline = timezone.now() - timedelta(seconds=1)
    hand.save()
    sweep.sweep()

    told = Notice.objects.filter(kind="missed").values_list("recipient", flat=True)
    assert set(told) == {users[1].pk, users[2].pk}


def test_stage_ends_and_the_end_are_told_once() -> None:
    fast_forward(past_first_stage(running(people(3))))

    assert kinds(kind="stage_end") == {"stage_end": 3}
    assert kinds(kind="game_over") == {"game_over": 3}


def test_the_end_of_a_stage_waits_a_day_for_another_letter_unless_each_is_wished_at_once() -> None:
    users, game = table_of(3)
    users[2].digest = User.Digest.AT_ONCE
    users[2].save()
    asked, *others = hand_notices.people_of(game)
    hand_notices.stage_ended(game, game.stages.get(), [asked, *others], [asked])

    told = Notice.objects.filter(kind="stage_end", channel="mail").order_by("recipient")
    held = [round((notice.send_after - notice.created_at) / timedelta(hours=1)) for notice in told]
    assert held == [0, 24, 0]


def test_bots_and_guests_get_no_letters() -> None:
    user = person()
    tables.play_now(user)

    assert set(Notice.objects.values_list("recipient", flat=True)) == {user.pk}
