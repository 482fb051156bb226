"""What others did since a command stands when it is undone, and is told."""

import pytest

from accounts.models import Notice, User
from games.models import Game, RatedGame, SeatTenure
from games.refusals import Refused
from games.selectors.people.export import everything
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.execution import Done
from games.services.results import ratings
from games.services.seats import absence, substitutes, votes
from tests.accounts.making import member, staff
from tests.games.making import bid, bid_all, fresh, hand_of, running, settle, user_at
from tests.games.services.moderation.setting import GIVEN, undo
from tests.games.services.sitting import seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def hedda() -> User:
    return staff("Hedda")


def do(actor: User, slug: str, game: Game) -> Done:
    return execution.carry_out(actor, slug, game.code, GIVEN[slug])


def cannot_undo(actor: User, done: Done) -> bool:
    with pytest.raises(Refused) as refusal:
        undo(actor, done)
    return refusal.value.code == "cannot_undo"


def test_nothing_is_undone_in_a_game_that_is_over(missed: Game, hedda: User) -> None:
    done = [do(hedda, slug, missed) for slug in ("pause", "resume", "bot")]
    do(hedda, "end", missed)
    length = fresh(missed).log_length
    assert all(cannot_undo(hedda, each) for each in done[1:])
    assert (fresh(missed).paused_at, fresh(missed).log_length) == (None, length)


def test_who_left_anew_is_not_brought_back(missed: Game, hedda: User) -> None:
    done, joost = do(hedda, "bot", missed), user_at(missed, 1)
    absence.back(joost, missed.code)
    absence.leave(joost, missed.code)
    assert cannot_undo(hedda, done)
    assert seat(missed, 1).absence == "offered"


@pytest.mark.parametrize("how", ["resume", "undo"])
def test_bots_do_not_play_a_game_to_its_end_alone(missed: Game, hedda: User, how: str) -> None:
    done = do(hedda, "pause", missed)
    for index in range(3):
        absence.pass_to_bot(user_at(missed, index), missed.code)
    number = fresh(missed).hand_number
    with pytest.raises(Refused, match="nobody_there"):
        do(hedda, "resume", missed) if how == "resume" else undo(hedda, done)
    game = settle(missed)
    assert (game.state, game.hand_number) == (Game.State.RUNNING, number)

    absence.back(user_at(game, 1), game.code)
    assert fresh(game).paused_at is None, "it goes on as soon as somebody is there"


def test_a_pause_of_the_players_is_left_alone(missed: Game, hedda: User) -> None:
    done = do(hedda, "pause", missed)
    votes.go_on(user_at(missed, 0), missed.code)
    for index in range(3):
        votes.vote(user_at(missed, index), missed.code, "pause")
    assert cannot_undo(hedda, done)
    assert fresh(missed).paused_at


def test_that_the_players_went_on_since_is_left_alone(missed: Game, hedda: User) -> None:
    do(hedda, "pause", missed)
    done = do(hedda, "resume", missed)
    for index in range(3):
        votes.vote(user_at(missed, index), missed.code, "pause")
    votes.go_on(user_at(missed, 0), missed.code)
    assert cannot_undo(hedda, done)
    assert fresh(missed).paused_at is None


def test_a_resumption_that_nobody_has_touched_is_undone(missed: Game, hedda: User) -> None:
    do(hedda, "pause", missed)
    undo(hedda, do(hedda, "resume", missed))
    assert fresh(missed).paused_at


def test_the_clocks_run_after_putting_back_only_if_the_game_does(missed: Game, hedda: User) -> None:
    for since, stopped in (("pause", True), ("resume", False)):
        done = do(hedda, "take_back", missed)
        do(hedda, since, missed)
        undo(hedda, done)
        assert hand_of(missed).paused is stopped
        assert {clock.paused for clock in hand_of(missed).clocks.all()} == {stopped}


def test_a_bot_that_was_given_a_seat_since_answers_the_hand_put_back(
    missed: Game, hedda: User
) -> None:
    done = do(hedda, "take_back", missed)
    do(hedda, "bot", missed)
    undo(hedda, done)
    for index in (0, 2):
        bid(missed, user_at(missed, index))
    assert settle(missed).hand_number == missed.hand_number + 1


def test_whoever_came_since_answers_the_hand_put_back_themselves(missed: Game, hedda: User) -> None:
    bid(missed, user_at(missed, 1))
    done = do(hedda, "take_back", missed)
    member("Wim")
    do(hedda, "replace", missed)
    undo(hedda, done)
    for index in (0, 2):
        bid(missed, user_at(missed, index))
    assert settle(missed).hand_number == missed.hand_number


def test_whoever_gets_a_seat_has_a_vote_as_well(missed: Game, hedda: User) -> None:
    member("Wim")
    for index in (0, 2):
        votes.vote(user_at(missed, index), missed.code, "cancel")
    do(hedda, "replace", missed)
    assert fresh(missed).state == Game.State.RUNNING


def test_that_votes_cancelled_it_once_a_bot_had_the_seat_is_told(missed: Game, hedda: User) -> None:
    for index in (0, 2):
        votes.vote(user_at(missed, index), missed.code, "cancel")
    done = do(hedda, "bot", missed)
    assert fresh(missed).state == Game.State.CANCELLED
    told = Notice.objects.filter(kind="game_cancelled", channel="mail")
    assert set(told.values_list("recipient__name", flat=True)) == {"Marit", "Joost", "Aoife"}
    assert ("game_cancelled", "Joost") in done.effect.letters


def test_a_game_that_never_counted_does_not_count_when_it_is_put_back(
    missed: Game, hedda: User
) -> None:
    do(hedda, "end", missed)
    done = do(hedda, "unrate", missed)
    ratings.settle()
    undo(hedda, done)
    assert RatedGame.objects.get(game=missed).left_out == RatedGame.Why.ENDED


def test_whoever_held_no_hand_holds_none_after_putting_back(hedda: User) -> None:
    """Otherwise nobody could verify the record, and they would see another's answers."""
    users = [member(name) for name in ("Ute", "Henning", "Wiebke")]
    game = running(users)
    absence.leave(users[0], game.code)  # in hand 1
    substitutes.take(member("Wim"), game.code, 0)
    for _hand in range(4):
        bid_all(game)
    held = SeatTenure.objects.filter(seat__game=game, seat__index=0).order_by("pk")
    before = list(held.values_list("user__name", "from_hand", "until_hand"))
    assert before == [("Ute", 1, 0), ("Wim", 1, None)]
    asked = CommandInput("asked", hand=3)
    undo(hedda, execution.carry_out(hedda, "take_back", game.code, asked))
    assert list(held.values_list("user__name", "from_hand", "until_hand")) == before
    assert [each["answers"] for each in everything(users[0])["games_left"]] == [[]]
