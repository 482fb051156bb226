"""A hand is deleted with the mail to it, so mail is read before the hand is taken back."""

import pytest

from games.mail.inbound import process
from games.models import Game
from games.refusals import Refused
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import staff
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.mail.reading import begun
from tests.games.making import bid_all, fresh, hand_of, legal, user_at
from tests.games.services.moderation.setting import taken_back

pytestmark = pytest.mark.django_db


def answer_by_mail(game: Game) -> None:
    """Stored and acknowledged, but not read yet."""
    arrive(game, user_at(game, 2), a_reply(user_at(game, 2), legal(game, 2)[0]))


def answered(game: Game) -> bool:
    return hand_of(game).bids.filter(seat__index=2).exists()


def test_an_answer_that_came_by_mail_is_there_once_all_is_put_back() -> None:
    game, actor = begun(3), staff()
    for _hand in range(2):
        bid_all(game)
    answer_by_mail(fresh(game))
    with pytest.raises(Refused, match="mail_waits"):
        taken_back(actor, game, 1)
    process.read_all()
    done = taken_back(actor, game, 1)
    execution.undo(actor, done.entry.number, CommandInput("asked"))

    assert answered(game)


def test_a_mail_to_the_hand_that_opened_again_is_read_before_that_is_undone() -> None:
    game, actor = begun(3), staff()
    bid_all(game)
    done = taken_back(actor, game, 1)
    answer_by_mail(fresh(game))
    with pytest.raises(Refused, match="mail_waits"):
        execution.undo(actor, done.entry.number, CommandInput("asked"))
    process.read_all()

    assert answered(game)
