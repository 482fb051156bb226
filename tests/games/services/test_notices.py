"""Who is told what: rows in the outbox, once each, with ids only."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice
from games.services import sweeping, tables
from tests.games.fast_forward import fast_forward, past_first_stage
from tests.games.making import bid, bid_all, hand_of, people, person, running

pytestmark = pytest.mark.django_db


def kinds(**which: object) -> Counter[str]:
    return Counter(Notice.objects.filter(channel="mail", **which).values_list("kind", flat=True))


def test_the_start_is_told_to_all_and_the_first_hand_asked_of_all() -> None:
    running(people(3))

    assert kinds() == {"game_started": 3, "your_move": 3, "reminder": 3}


def test_the_reminder_waits_until_a_fifth_of_the_time_is_left() -> None:
    game = running(people(3), hours=10)
    hand = hand_of(game)
    reminder = Notice.objects.filter(kind="reminder").first()

    assert reminder.send_after == hand.deadline - timedelta(hours=2)
    assert reminder.drop_after == hand.deadline


def test_a_resolved_hand_is_told_and_the_next_one_asked() -> None:
    game = running(people(3))
    bid_all(game)

    assert kinds(facts__hand=1) == {"your_move": 3, "reminder": 3, "hand_resolved": 3}
    assert kinds(facts__hand=2) == {"your_move": 3, "reminder": 3}


def test_who_missed_is_told_what_was_played() -> None:
    users = people(3)
    game = running(users)
    bid(game, users[0])
    hand = hand_of(game)
    hand.deadline = timezone.now() - timedelta(seconds=1)
    hand.save()
    sweeping.sweep()

    told = Notice.objects.filter(kind="missed").values_list("recipient", flat=True)
    assert set(told) == {users[1].pk, users[2].pk}


def test_stage_ends_and_the_end_are_told_once() -> None:
    fast_forward(past_first_stage(running(people(3))))

    assert kinds(kind="stage_end") == {"stage_end": 3}
    assert kinds(kind="game_over") == {"game_over": 3}


def test_bots_and_guests_get_no_letters() -> None:
    user = person()
    tables.play_now(user)

    assert set(Notice.objects.values_list("recipient", flat=True)) == {user.pk}
