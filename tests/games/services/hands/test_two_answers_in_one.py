"""Turning Tides: a card and what it is to do, in one line."""

import pytest

from games import selectors
from games.models import Bid, Game, Plan
from games.refusals import Refused
from games.services import sweep
from games.services.hands import bidding, plans
from games.services.hands.bidding import Receipt
from games.services.seats import absence
from tests.games.making import bid, bid_all, fresh, hand_of, legal, people, table_of, user_at
from tests.games.web.sea_states import choosing, stand
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Seat 0 may choose Move."""
    game = table_of(2, ruleset="turning-tides")[1]
    while hand_of(game).phase != "choose" or "move" not in legal(game, 0):
        bid_all(game)
    return fresh(game)


def _chosen(game: Game, text: str) -> Receipt:
    return bid(game, user_at(game, 0), text)


def _turned(game: Game) -> None:
    bid(game, user_at(game, 1), "wait")
    sweep.sweep()


def test_both_are_answered(game: Game) -> None:
    receipt = _chosen(game, "Beweeg de kapitein van 6 naar 7")
    assert (receipt.bid, receipt.follow) == ("move", "captain 6 to 7")
    assert selectors.hands.plans.follow_of(game, hand_of(game), 0) == "captain 6 to 7"
    number = game.hand_number
    _turned(game)
    done = Bid.objects.get(hand__game=game, hand__number=number + 1)
    assert (done.via, not_none(done.opened)["notation"]) == ("plan", "captain 6 to 7")
    assert not Plan.objects.exists()


def test_a_plan_may_say_both(game: Game) -> None:
    user, number = user_at(game, 0), game.hand_number
    plans.write(user, game.code, "next: move captain 6 to 7, then lowest", now=True)
    _turned(game)
    done = Bid.objects.get(hand__game=game, hand__number=number + 1)
    assert (done.via, not_none(done.opened)["notation"]) == ("plan", "captain 6 to 7")
    assert not_none(selectors.hands.plans.own_plan(fresh(game), game.seats.get(index=0))).done >= 1


@pytest.mark.parametrize("newer", ["next: ask, then lowest", "if phase is damage: lowest", ""])
def test_both_stay_if_a_newer_plan_gives_no_answer(game: Game, newer: str) -> None:
    user, number = user_at(game, 0), game.hand_number
    plans.write(user, game.code, "next: move captain 6 to 7", now=True)
    plans.write(user, game.code, newer, now=True)
    assert selectors.hands.plans.follow_of(fresh(game), hand_of(game), 0) == "captain 6 to 7"
    _turned(game)
    done = Bid.objects.get(hand__game=game, hand__number=number + 1)
    assert (done.via, not_none(done.opened)["notation"]) == ("plan", "captain 6 to 7")


def test_a_newer_plan_that_answers_replaces_both(game: Game) -> None:
    user = user_at(game, 0)
    plans.write(user, game.code, "next: move captain 6 to 7", now=True)
    plans.write(user, game.code, "next: move, then ask", now=True)
    assert selectors.hands.plans.follow_of(fresh(game), hand_of(game), 0) == ""


def test_what_is_not_possible_then_is_asked(game: Game) -> None:
    _chosen(game, "move captain 1 to 7")
    _turned(game)
    assert hand_of(game).phase == "execute"
    assert not Bid.objects.filter(hand=hand_of(game)).exists()


def test_a_bot_that_carries_it_out_instead_leaves_nothing_of_it_for_the_next_card(
    game: Game,
) -> None:
    _chosen(game, "move captain 6 to 7")
    absence.pass_to_bot(user_at(game, 0), game.code)
    _turned(game)
    assert not Plan.objects.exists()


def test_another_choice_forgets_it_and_the_plan_stays(game: Game) -> None:
    user = user_at(game, 0)
    plans.write(user, game.code, "if phase is damage: lowest")
    _chosen(game, "move captain 6 to 7")
    receipt = _chosen(game, "move")
    assert (receipt.follow, receipt.changes) == ("", 0)
    assert selectors.hands.plans.follow_of(fresh(game), hand_of(game), 0) == ""
    assert not_none(selectors.hands.plans.own_plan(fresh(game), game.seats.get(index=0))).done == 0


@pytest.mark.parametrize("older", ["move captain 6 to 5", "move"])
def test_a_delayed_older_request_does_not_change_what_the_card_is_to_do(
    game: Game, older: str
) -> None:
    user, number = user_at(game, 0), game.hand_number

    def place(text: str, replaces: int) -> Receipt:
        return bidding.place_bid(user, game.code, number, text, via="page", replaces=replaces)

    place("move captain 6 to 7", 0)
    with pytest.raises(Refused) as refused:
        place(older, 0)
    assert (refused.value.code, refused.value.hint) == ("bid_changed", {"replaces": 1})
    assert selectors.hands.plans.follow_of(fresh(game), hand_of(game), 0) == "captain 6 to 7"
    assert place("move captain 6 to 7", 0).follow, "the same one again, as by a double click"
    assert place(older, 1).bid == "move"


@pytest.mark.parametrize("text", ["sailor at 4", "play move captain 6 to 7"])
def test_a_card_that_is_not_held_is_readable_with_what_it_is_to_do(text: str) -> None:
    game = stand(people(2), choosing())
    with pytest.raises(Refused, match="illegal"):
        _chosen(game, text)


@pytest.mark.parametrize("text", ["fire from 9", "wait from 5", "fire from 5 please"])
def test_what_is_no_such_pair_is_refused_as_ever(game: Game, text: str) -> None:
    with pytest.raises(Refused, match="malformed"):
        _chosen(game, text)
    assert not Plan.objects.exists()
