"""What was answered ahead is in for nobody else: not on pages, in letters, lists or records."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import Notice, User
from games import visibility
from games.game_view import game_view
from games.models import Bid, Game, Hand, SeatClock
from games.reliability import habits
from games.services import sweep
from games.services.hands import plans
from games.services.seats import absence, votes
from tests.games.making import bid, bid_all, fresh, hand_of, legal, table_of, user_at, users_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """In its second hand, which seat 0 has answered by plan, and seat 1 by hand."""
    users, game = table_of(3)
    plans.write(users[0], game.code, "always: highest")
    bid_all(game)
    bid(game, users[1])
    return fresh(game)


def test_only_its_owner_knows_that_it_is_in(game: Game) -> None:
    hand = hand_of(game)
    assert {seat: visibility.seats_in(hand, seat) for seat in (0, 1, 2, None)} == {
        0: [0, 1],
        1: [1],
        2: [1],
        None: [1],
    }
    viewers: list[User | AnonymousUser] = [*users_at(game), AnonymousUser()]
    views = [game_view(viewer, fresh(game)) for viewer in viewers]
    assert [view.seats_in for view in views] == [[0, 1], [1], [1], [1]]
    assert set(visibility.shown_bids(Bid.objects.filter(hand=hand)).values_list("seat__index")) == {
        (1,)
    }


def test_once_its_owner_changes_it_it_is_in_like_any_other(game: Game) -> None:
    seat = game.seats.get(index=0)
    receipt = bid(game, not_none(seat.user), legal(game, 0)[2])
    assert receipt.changes == 1
    assert visibility.seats_in(hand_of(game)) == [0, 1]


def test_once_the_hand_is_turned_its_seal_is_there_as_every_seal(game: Game) -> None:
    bid(game, user_at(game, 2))
    sweep.sweep()
    assert sorted(visibility.receipts_of(game, [2])[2]) == [0, 1, 2]


def test_moderators_see_no_letters_from_which_it_would_follow(game: Game) -> None:
    rows = Notice.objects.filter(kind="your_move", channel="mail", facts__hand=2)
    assert rows.count() == 2
    assert not visibility.shown_notices(rows).exists()
    assert visibility.shown_notices(Notice.objects.filter(facts__hand=1)).exists()


def test_the_record_of_a_person_counts_it_and_takes_no_time_from_it(game: Game) -> None:
    """Else the public median would tell of plans."""
    seat = game.seats.get(index=0)
    clock = SeatClock.objects.get(hand=hand_of(game), seat=seat)
    assert (clock.took_seconds, clock.in_time) == (None, True)
    bid(game, user_at(game, 2))
    sweep.sweep()
    user = user_at(game, 0)
    assert habits([user.pk])[user.pk].hands == 2
    assert Hand.objects.get(game=game, number=2).state == Hand.State.RESOLVED


def test_more_time_moves_its_clock_with_those_that_still_run(game: Game) -> None:
    """Else whoever asks for more time sees by the clock that stays who has a plan."""
    before = deadlines(game)
    votes.extend(user_at(game, 2), game.code, 2)
    after = deadlines(game)
    assert after[0] - before[0] == after[2] - before[2] > timedelta()
    assert after[1] == before[1]


def deadlines(game: Game) -> dict[int, datetime]:
    clocks = SeatClock.objects.filter(hand=hand_of(game))
    return dict(clocks.values_list("seat__index", "deadline"))


def test_it_does_not_show_by_staying_unseen_once_a_bot_plays_for_its_owner(game: Game) -> None:
    """What a bot answers is in at once. Nor does it show once its owner is back."""
    Bid.objects.filter(hand=hand_of(game), seat__index=1).delete()
    users = users_at(game)
    for user in users[:2]:
        absence.pass_to_bot(user, game.code)
    assert seen_by_others(game) == [0, 1]
    for user in users[:2]:
        absence.back(user, game.code)
    assert seen_by_others(game) == [0, 1]


def seen_by_others(game: Game) -> list[int]:
    """The seats that have answered, as all lists say that tell it others."""
    hand = hand_of(game)
    rows = visibility.shown_bids(Bid.objects.filter(hand=hand)).order_by("seat__index")
    seats = list(rows.values_list("seat__index", flat=True))
    assert visibility.seats_in(hand) == game_view(AnonymousUser(), fresh(game)).seats_in == seats
    return seats
