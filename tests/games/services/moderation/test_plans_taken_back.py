"""Plans belong to seats and stay; what a chosen card is to do comes and goes with its answer."""

import pytest

from accounts.models import User
from games import game_secrets, selectors
from games.models import Bid, Game, Plan
from games.services.hands import plans
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import staff
from tests.games.making import (
    bid,
    bid_all,
    fresh,
    hand_of,
    legal,
    running,
    settle,
    table_of,
    user_at,
)
from tests.games.services.moderation.setting import players, taken_back
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def choosing(game: Game, after: int = 0) -> Game:
    """Played on until seat 0 may choose the card "move" in a later hand than that."""
    while not (
        game.hand_number > after and hand_of(game).phase == "choose" and "move" in legal(game, 0)
    ):
        bid_all(game)
        game = fresh(game)
    return game


def follow(game: Game) -> str:
    return selectors.hands.plans.follow_of(fresh(game), hand_of(game), 0)


def test_what_a_void_card_was_to_do_answers_no_other_hand() -> None:
    game = choosing(table_of(2, ruleset="turning-tides")[1])
    bid(game, user_at(game, 0), "move")
    if not hand_of(game).bids.filter(seat__index=1).exists():
        bid(game, user_at(game, 1))
    game = settle(game)
    asked, options = game.hand_number, legal(game, 0)
    bid(game, user_at(game, 0), options[-1])
    game = choosing(settle(game))
    bid(game, user_at(game, 0), f"move {options[0]}")
    taken_back(staff(), game, asked)

    assert hand_of(game).number == asked
    assert not hand_of(game).bids.filter(seat__index=0).exists()


def test_what_a_card_chosen_before_was_to_do_still_counts() -> None:
    game = choosing(table_of(2, ruleset="turning-tides")[1])
    bid(game, user_at(game, 0), "move captain 6 to 7")
    bid(game, user_at(game, 1), next(card for card in legal(game, 1) if card != "wait"))
    first, actor = settle(game).hand_number, staff()
    for _again in range(2):
        assert (hand_of(game).number, hand_of(game).awaiting) == (first, [1])
        bid(game, user_at(game, 1))
        settle(game)
        own = Bid.objects.get(hand__game=game, hand__number=first + 1, seat__index=0)
        sealed = game_secrets.open_bid(own, game.code, first + 1, 0)
        assert (sealed.notation, own.via) == ("captain 6 to 7", "plan")
        taken_back(actor, fresh(game), first)


def test_an_answer_that_is_put_back_is_whole_again() -> None:
    game = choosing(table_of(2, ruleset="turning-tides")[1], after=1)
    number, actor = game.hand_number, staff()
    bid(game, user_at(game, 0), "move captain 6 to 7")
    promised = follow(game)
    earlier = game.hands.filter(phase="choose", number__lt=number).order_by("number").last()
    done = taken_back(actor, game, not_none(earlier).number)
    bid(game, user_at(game, 0), legal(game, 0)[0])
    execution.undo(actor, done.entry.number, CommandInput("asked"))

    assert follow(game) == promised != ""


def test_what_was_chosen_in_the_hand_that_opened_again_is_void_once_all_is_put_back() -> None:
    game = choosing(table_of(2, ruleset="turning-tides")[1])
    back, actor = game.hand_number, staff()
    bid_all(game)
    done = taken_back(actor, fresh(game), back)
    bid(game, user_at(game, 0), "move captain 6 to 7")
    execution.undo(actor, done.entry.number, CommandInput("asked"))

    row = Plan.objects.filter(seat__game=game, seat__index=0).first()
    assert row is None or not game_secrets.open_plan(row, game)[1].follow


def steps_done(game: Game) -> int:
    own = selectors.hands.plans.own_plan(game, game.seats.get(index=0))
    return not_none(own).done


def with_a_plan() -> tuple[Game, User, execution.Done, User]:
    """A game taken back to hand 2, which the plan of seat 0 has answered."""
    game, actor = running(players()), staff()
    for _hand in range(4):
        bid_all(game)
    planner = user_at(game, 0)
    plans.write(planner, game.code, "next: highest, then lowest")
    done = taken_back(actor, game, 2)
    assert steps_done(game) == 1
    return game, planner, done, actor


def test_steps_of_a_plan_that_void_hands_have_used_are_put_back() -> None:
    game, _planner, done, actor = with_a_plan()
    execution.undo(actor, done.entry.number, CommandInput("asked"))
    assert steps_done(game) == 0


def test_a_plan_that_was_written_meanwhile_stays() -> None:
    game, planner, done, actor = with_a_plan()
    plans.write(planner, game.code, "next: lowest", now=True)
    written = steps_done(game)
    execution.undo(actor, done.entry.number, CommandInput("asked"))
    assert steps_done(game) == written
