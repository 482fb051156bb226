"""After misses, or when its person leaves, a bot plays a seat; its person may come back."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice
from games.mail.inbound import process
from games.models import Bid, Game, Hand, Seat, SeatClock
from games.refusals import Refused
from games.services import sweep
from games.services.hands import asides, resolving
from games.services.lobby import tables
from games.services.seats import absence
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.mail.reading import begun as members_begun
from tests.games.making import (
    bid,
    fresh,
    hand_of,
    legal,
    people,
    person,
    running,
    sealed_bid,
    table_of,
    users_at,
)
from tests.games.services.sitting import entries, miss, seat
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def test_after_two_misses_in_a_row_a_bot_plays_at_once() -> None:
    users, game = table_of(3)
    miss(game, 2)
    assert seat(game, 2).absence == ""
    miss(game, 2)

    assert seat(game, 2).absence == Seat.Absence.OFFERED
    assert entries(game, "offered") == [{"seat": 2, "name": "Aoife", "why": "missed"}]
    assert list(hand_of(game).bids.values_list("seat__index", "via")) == [(2, "bot")]
    assert not hand_of(game).clocks.filter(seat__index=2).exists()
    assert (
        Notice.objects.filter(channel="mail", kind="seat_offered", recipient=users[2]).count() == 1
    )
    assert not Notice.objects.filter(
        kind="your_move", recipient=users[2], facts__hand=fresh(game).hand_number
    ).exists()


def test_who_comes_back_after_missing_too_many_may_miss_one_again() -> None:
    users, game = table_of(3)
    miss(game, 2)
    miss(game, 2)
    absence.back(users[2], game.code)
    for misses in (0, 1):  # the bot had answered the hand that was open
        miss(game, 2)
        assert (seat(game, 2).absence, seat(game, 2).misses_in_row) == ("", misses)


def test_two_sweeps_count_a_miss_once() -> None:
    game = table_of(3)[1]
    hand = hand_of(game)
    hand.clocks.filter(seat__index=2).update(deadline=timezone.now() - timedelta(seconds=1))
    for _sweep in range(3):
        sweep.sweep()
        resolving.expire_hand(hand.pk)
    assert (seat(game, 2).misses, seat(game, 2).misses_in_row) == (1, 1)


@pytest.mark.parametrize(("offer", "misses", "offered"), [(1, 1, True), (3, 2, False)])
def test_the_table_says_after_how_many(offer: int, misses: int, offered: bool) -> None:
    game = table_of(3, offer=offer)[1]
    for _miss in range(misses):
        miss(game, 1)
    assert bool(seat(game, 1).absence) is offered


def test_a_table_may_never_offer_a_seat() -> None:
    game = table_of(3, offer=0)[1]
    for _miss in range(3):
        miss(game, 1)
    assert (seat(game, 1).absence, seat(game, 1).misses_in_row) == ("", 3)


@pytest.mark.parametrize("offer", [-1, 10])
def test_what_is_no_number_of_misses_is_refused(offer: int) -> None:
    with pytest.raises(Refused, match="bad_offer"):
        running(people(3), offer=offer)


def test_a_miss_may_play_what_a_bot_would() -> None:
    users, game = table_of(3)
    tables.set_policy(users[1], game.code, "bot")
    cards = legal(game, 1)
    miss(game, 1)
    played = Bid.objects.get(hand__number=1, seat__index=1)
    assert (played.via, played.missed) == ("deadline", True)
    assert not_none(played.opened)["notation"] in cards


def test_leaving_answers_the_open_hand_and_offers_the_seat() -> None:
    users, game = table_of(3)
    bid(game, users[0])
    bid(game, users[1])
    absence.leave(users[2], game.code)

    assert hand_of(game).state == Hand.State.READY
    assert entries(game, "offered") == [{"seat": 2, "name": "Aoife", "why": "left"}]
    assert not Notice.objects.filter(channel="mail", kind="seat_offered").exists(), "He knows it."
    absence.leave(users[2], game.code)
    assert len(entries(game, "offered")) == 1


def test_what_was_answered_before_leaving_counts() -> None:
    users, game = table_of(3)
    bid(game, users[2], legal(game, 2)[5])
    absence.leave(users[2], game.code)
    assert Bid.objects.get(seat__index=2).via == "page"
    for user in users[:2]:
        bid(game, user)
    sweep.sweep()
    clock = SeatClock.objects.get(user=users[2])
    assert (clock.counted, clock.in_time) == (True, True)


def test_a_clock_that_ran_when_its_person_left_is_no_miss() -> None:
    users, game = table_of(3)
    absence.leave(users[2], game.code)
    assert not SeatClock.objects.filter(user=users[2]).exists()
    assert sweep.sweep() == 0
    assert seat(game, 2).misses == 0


def test_a_seat_left_to_the_bot_is_not_offered() -> None:
    users, game = table_of(3)
    absence.pass_to_bot(users[2], game.code)
    assert seat(game, 2).absence == Seat.Absence.BOT
    assert entries(game, "bot") == [{"seat": 2, "name": "Aoife", "why": "asked"}]
    absence.leave(users[2], game.code)
    assert seat(game, 2).absence == Seat.Absence.OFFERED


def test_who_is_back_plays_again_and_may_change_what_the_bot_answered() -> None:
    users, game = table_of(3)
    absence.leave(users[2], game.code)
    for _twice in range(2):
        absence.back(users[2], game.code)
    assert (seat(game, 2).absence, seat(game, 2).misses_in_row) == ("", 0)
    assert entries(game, "returned") == [{"seat": 2, "name": "Aoife"}]

    given = bid(game, users[2], legal(game, 2)[3])
    assert Bid.objects.get(seat__index=2).digest == given.digest
    bid(game, users[0])
    bid(game, users[1])
    sweep.sweep()
    assert hand_of(game).clocks.filter(seat__index=2).exists()


def test_an_answer_says_that_its_person_is_back() -> None:
    users, game = table_of(3)
    absence.pass_to_bot(users[2], game.code)
    bid(game, users[2], legal(game, 2)[3])
    assert seat(game, 2).absence == ""
    assert len(entries(game, "returned")) == 1


def test_a_refused_answer_changes_nothing() -> None:
    users, game = table_of(3)
    absence.pass_to_bot(users[2], game.code)
    with pytest.raises(Refused, match="malformed"):
        bid(game, users[2], "mumble")
    assert seat(game, 2).absence == Seat.Absence.BOT


def test_with_nobody_left_the_game_waits_instead_of_playing_itself() -> None:
    users, game = table_of(2, ruleset="turning-tides", name="Texel")
    absence.leave(users[0], game.code)
    absence.leave(users[1], game.code)
    assert fresh(game).paused_at is not None
    assert entries(game, "paused") == [{"why": "nobody"}]
    assert sweep.sweep() == 0
    assert fresh(game).hand_number == 1

    absence.back(users[1], game.code)
    assert fresh(game).paused_at is None
    assert entries(game, "resumed") == [{"why": "somebody"}]
    clock = hand_of(game).clocks.get(user=users[1], given_up=False)
    assert clock.deadline >= timezone.now() + timedelta(hours=23)
    bid(game, users[1])
    sweep.sweep()
    assert fresh(game).hand_number > 1


def test_who_comes_back_to_a_game_that_waited_has_still_answered() -> None:
    users, game = table_of(3)
    Game.objects.update(shows_bids=False)
    card = legal(game, 1)[2]
    receipt = bid(game, users[1], card)
    for user in users:
        absence.leave(user, game.code)
    before = hand_of(game).deadline

    absence.back(users[1], game.code)
    (own,) = hand_of(game).clocks.filter(user=users[1])
    assert (own.given_up, own.answered_at) == (False, receipt.placed_at)
    assert hand_of(game).deadline > before, "as if nothing had been answered"
    hand = hand_of(game)
    sweep.sweep()
    assert Bid.objects.get(hand=hand, seat__index=1).digest == receipt.digest
    assert fresh(game).hand_number == hand.number + 1, "Bots have answered for the others."


def test_what_was_mailed_before_leaving_is_kept_as_well() -> None:
    """It is read only afterwards, when the clock is gone."""
    game = members_begun(3)
    users, card = users_at(game), legal(game, 1)[2]
    arrive(game, users[1], a_reply(users[1], card))
    for user in users:
        absence.leave(user, game.code)
    process.read_all()
    mailed = Bid.objects.get(seat__index=1)
    assert mailed.via == "mail"

    hand = hand_of(game)
    absence.back(users[1], game.code)
    (own,) = hand.clocks.filter(user=users[1])
    assert (own.given_up, own.answered_at, own.in_time) == (False, mailed.given_at, True)
    sweep.sweep()
    assert Bid.objects.get(hand=hand, seat__index=1).digest == mailed.digest
    assert fresh(game).hand_number == hand.number + 1


def test_everybody_who_misses_leaves_a_game_that_waits() -> None:
    game = table_of(3)[1]
    for _hand in range(2):
        miss(game, 0, 1, 2)
    assert fresh(game).paused_at is not None
    assert hand_of(game).paused
    assert hand_of(game).bids.count() == 3
    assert sweep.sweep() == 0


@pytest.mark.parametrize("verb", [absence.leave, absence.pass_to_bot, absence.back])
def test_whoever_does_not_sit_there_is_refused(verb: Callable[..., object]) -> None:
    game = table_of(3)[1]
    with pytest.raises(Refused, match="not_seated"):
        verb(person("Wim"), game.code)
    open_ = tables.make_table(person("Ebba"), tables.TableSettings(name="Sylt"))
    with pytest.raises(Refused, match="game_not_running"):
        verb(open_.maker, open_.code)


def test_the_seat_is_offered_no_more_when_the_game_is_over() -> None:
    users, game = table_of(2, ruleset="turning-tides", name="Texel")
    absence.leave(users[0], game.code)
    asides.do_aside(users[1], game.code, "surrender")
    asides.do_aside(users[0], game.code, "accept")
    assert fresh(game).state == Game.State.OVER
    assert not Seat.objects.filter(absence="offered").exists()


def test_whoever_comes_back_by_another_answer_to_a_full_hand_may_give_it() -> None:
    users, game = table_of(3)
    cards = legal(game, 1)
    bid(game, users[1], cards[2])
    for user in users:
        absence.leave(user, game.code)
    assert hand_of(game).paused

    bid(game, users[1], cards[5])
    hand = hand_of(game)
    assert (hand.state, hand.paused) == (Hand.State.READY, False)
    assert sealed_bid(game, 1).notation == cards[5]
