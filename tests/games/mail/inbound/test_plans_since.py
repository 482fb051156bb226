"""Plans by mail: their owner's last word counts, and no hand that one is for is missed."""

import pytest

from accounts.models import User
from games import selectors
from games.mail.inbound import process
from games.models import Game
from games.selectors.hands.plans import OwnPlan
from games.services import sweep
from games.services.hands import plans
from games.services.seats import absence
from tests.games.mail.inbound.at_table import table_address
from tests.games.mail.inbound.mailing import a_reply, arrive, stored, write
from tests.games.mail.reading import letter, words
from tests.games.making import bid, fresh, hand_of, legal, users_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def plan_of(game: Game) -> OwnPlan | None:
    return selectors.hands.plans.own_plan(fresh(game), game.seats.get(index=0))


def test_a_plan_that_was_cleared_since_a_mail_came_stays_cleared(game: Game, marit: User) -> None:
    plans.write(marit, game.code, "always: lowest")
    arrive(game, marit, a_reply(marit, "plan always: highest"))
    plans.clear(marit, game.code)
    process.read_all()
    assert plan_of(game) is None
    assert "that counts" in words(letter(marit, "mail_refused"))


def test_an_undo_brings_no_plan_back_that_was_cleared_since(game: Game, marit: User) -> None:
    plans.write(marit, game.code, "always: lowest")
    write(game, marit, "no plan")
    arrive(game, marit, a_reply(marit, "undo"))
    plans.write(marit, game.code, "always: highest")
    plans.clear(marit, game.code)
    process.read_all()
    assert plan_of(game) is None
    assert "that counts" in words(letter(marit, "mail_table"))


@pytest.mark.parametrize("answered", [False, True])
def test_a_plan_answers_the_hand_that_opened_before_it_was_read(
    game: Game, marit: User, answered: bool
) -> None:
    """At the address of a table nothing waits for it. What its player has answered stays."""
    stored(table_address(marit, game), a_reply(marit, "plan always: highest"))
    for user in users_at(game):
        bid(game, user)
    sweep.sweep()
    first, *_others, highest = legal(game, 0)
    if answered:
        bid(game, marit, first)
    process.read_all()
    own = selectors.observations.own_bid(fresh(game), hand_of(game), 0)
    assert not_none(own).notation == (first if answered else highest)
    said = words(letter(marit, "mail_table"))
    assert ("It has already answered hand 2" in said) is not answered
    assert ("from the next hand on" in said) is answered


def test_a_plan_for_the_hands_to_come_leaves_the_open_one_alone(game: Game, marit: User) -> None:
    stored(table_address(marit, game), a_reply(marit, "plan always: highest"))
    process.read_all()
    assert plan_of(game) is not None
    assert selectors.observations.own_bid(fresh(game), hand_of(game), 0) is None


@pytest.mark.parametrize("told", ["no plan", "plan always: ask"])
def test_what_the_plan_before_has_answered_meanwhile_is_named(
    game: Game, marit: User, told: str
) -> None:
    plans.write(marit, game.code, "always: highest")
    stored(table_address(marit, game), a_reply(marit, told))
    for user in users_at(game):
        bid(game, user)
    sweep.sweep()
    process.read_all()
    own = selectors.observations.own_bid(fresh(game), hand_of(game), 0)
    assert not_none(own).notation == legal(game, 0)[-1]
    said = words(letter(marit, "mail_table"))
    assert "Your earlier plan has answered hand 2. You can still change that." in said


def test_nothing_is_said_of_a_plan_before_that_has_answered_nothing_here(
    game: Game, marit: User
) -> None:
    plans.write(marit, game.code, "always: highest")
    write(game, marit, "no plan")
    assert "earlier plan" not in words(letter(marit, "mail_receipt"))


@pytest.mark.parametrize("kind", ["mail_receipt", "mail_table"])
def test_while_a_bot_plays_a_plan_waits_for_its_owner(game: Game, marit: User, kind: str) -> None:
    absence.pass_to_bot(marit, game.code)
    mail = a_reply(marit, "plan always: highest")
    if kind == "mail_receipt":
        arrive(game, marit, mail)
    else:
        stored(table_address(marit, game), mail)
    process.read_all()
    said = words(letter(marit, kind))
    assert "It waits while a bot is playing for you: write “I am back”" in said
    assert "from the next hand on" not in said
