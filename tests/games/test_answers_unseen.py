"""Where a table hides who has answered, nothing that becomes of a hand shows who had."""

from datetime import timedelta

import pytest

from accounts.models import Notice
from accounts.notifications import delivery
from accounts.people import vacations
from games import visibility
from games.models import Bid, Hand
from games.selectors.moderation.timeline import letters_about
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import vacations as away
from games.services.seats import absence
from tests.accounts.making import staff
from tests.games.mail.reading import members
from tests.games.making import bid, bid_all, hand_of, people, running
from tests.games.services.hands.test_over_in_quiet_hours import MONDAY, at

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.mark.parametrize("answered", [False, True])
def test_a_pause_moves_the_deadline_by_nothing_of_theirs(answered: bool) -> None:
    with at(MONDAY):
        users = people(3)
        today = vacations.today(users[0])
        away.book(users[0], today + DAY, today + 5 * DAY)
        game = running(users, hours=24, tells=False)
        before = hand_of(game).deadline
        if answered:
            bid(game, users[0])
    with at(MONDAY + HOUR):
        absence.pass_to_bot(users[0], game.code)
        moderator = staff()
        execution.carry_out(moderator, "pause", game.code, CommandInput("asked"))
    with at(MONDAY + 6 * HOUR):
        execution.carry_out(moderator, "resume", game.code, CommandInput("asked"))
    hand = hand_of(game)
    assert hand.deadline == before
    assert (
        sorted(hand.clocks.filter(given_up=False).values_list("deadline", flat=True))
        == [MONDAY + DAY + 5 * HOUR] * 2
    )
    assert not hand.clocks.filter(paused=True).exists()


def test_a_hand_that_is_never_resolved_never_tells() -> None:
    users = people(3)
    game = running(users, tells=False)
    bid(game, users[1])
    hand = hand_of(game)
    execution.carry_out(staff(), "cancel", game.code, CommandInput("asked"))

    hand.refresh_from_db()
    hand.game.refresh_from_db()
    assert hand.state == Hand.State.VOID
    assert not visibility.shown_bids(Bid.objects.filter(game=game)).exists()
    assert visibility.receipts_in(hand) == {}
    assert sorted(visibility.receipts_in(hand, 1)) == [1]


def test_taking_a_hand_back_and_undoing_that_tells_moderators_nothing() -> None:
    users, moderator = members(3), staff()
    game = running(users, tells=False)
    bid_all(game)
    bid(game, users[0])  # whose letter is dropped then
    delivery.deliver()
    letters = Notice.objects.filter(facts__game=game.pk, facts__hand=2, kind="your_move")
    assert len(set(letters.values_list("state", flat=True))) == 2

    done = execution.carry_out(moderator, "take_back", game.code, CommandInput("defect", hand=1))
    assert not letters_about(game).filter(pk__in=letters).exists()
    execution.undo(moderator, done.entry.number, CommandInput("defect"))
    assert not letters_about(game).filter(pk__in=letters).exists()

    bid_all(game)
    assert letters_about(game).filter(pk__in=letters).exists()
