"""A hand whose time ran out is played for who is missing, and counted."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Bid, Hand, Seat
from games.services import sweep
from games.services.hands import resolving
from games.services.lobby import tables
from tests.games.making import bid, bid_all, fresh, hand_of, legal, table_of
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def make_overdue(hand: Hand) -> None:
    hand.deadline = timezone.now() - timedelta(seconds=1)
    hand.save()


@pytest.mark.parametrize(("policy", "place"), [("lowest", 0), ("median", 5), ("highest", 11)])
def test_the_missing_seat_plays_what_it_chose(policy: str, place: int) -> None:
    users, game = table_of(3)
    tables.set_policy(users[2], game.code, policy)
    cards = legal(game, 2)
    bid(game, users[0])
    bid(game, users[1])
    make_overdue(hand_of(game))
    sweep.sweep()

    hand = game.hands.get(number=1)
    missed = Bid.objects.get(hand=hand, missed=True)
    assert (missed.seat.index, missed.via) == (2, "deadline")
    assert not_none(missed.opened)["notation"] == cards[place]
    assert (hand.state, hand.trigger) == (Hand.State.RESOLVED, "deadline")
    assert fresh(game).hand_number == 2


def test_misses_are_counted_and_an_answer_ends_the_row() -> None:
    users, game = table_of(3, offer=0)
    for _hand in range(2):
        bid(game, users[0])
        make_overdue(hand_of(game))
        sweep.sweep()
    seat = Seat.objects.get(game=game, index=1)
    assert (seat.misses, seat.misses_in_row) == (2, 2)

    bid_all(game)
    seat.refresh_from_db()
    assert (seat.misses, seat.misses_in_row) == (2, 0)


@pytest.mark.parametrize("tells", [True, False])
@pytest.mark.parametrize("card", [0, 3])
def test_whoever_still_answers_after_their_time_has_not_missed(tells: bool, card: int) -> None:
    """With another card than the one that was chosen for them, or with the same."""
    users, game = table_of(3, tells=tells)
    hand = hand_of(game)
    hand.clocks.filter(user=users[0]).update(deadline=timezone.now() - timedelta(seconds=1))
    sweep.sweep()
    seat = Seat.objects.get(game=game, index=0)
    assert (seat.misses, seat.misses_in_row) == ((1, 1) if tells else (0, 0))

    for _twice in range(2):
        bid(game, users[0], legal(game, 0)[card])
        seat.refresh_from_db()
        assert (seat.misses, seat.misses_in_row) == (0, 0)
    bid(game, users[1])
    bid(game, users[2])
    sweep.sweep()
    seat.refresh_from_db()
    assert (fresh(game).hand_number, seat.misses, seat.misses_in_row) == (2, 0, 0)
    assert game.log.get(kind="hand").data["missed"] == []
    assert not hand.clocks.get(user=users[0]).in_time


def test_a_hand_in_time_is_left_alone() -> None:
    game = table_of(3)[1]
    hand = hand_of(game)

    assert resolving.expire_hand(hand.pk) is False
    assert not Bid.objects.exists()


def test_random_is_one_of_the_legal_bids() -> None:
    drawn = {resolving.choose_fallback("random", ["3", "9", "44"]) for _time in range(200)}

    assert drawn == {"3", "9", "44"}
