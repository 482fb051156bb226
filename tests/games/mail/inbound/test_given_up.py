"""A mail that breaks its reader is given up after a few attempts, and its hand goes on."""

from __future__ import annotations

import pytest

from games.mail.inbound import process
from games.models import Game, Hand, InboundMail
from games.services.hands import resolving
from games.services.mail import inbox
from tests.games.mail.inbound.test_order_of_acceptance import at_table, mails, played, work
from tests.games.mail.reading import members, started
from tests.games.making import bid, hand_of, legal

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """All have answered, and a mail that breaks its reader is unread."""
    users, game = at_table(3)
    mails(game, users, 0, "44")
    for user in users:
        bid(game, user)

    def broken(_mail: InboundMail) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(process, "process_mail", broken)
    return game


@pytest.fixture
def hand(game: Game) -> Hand:
    return hand_of(game)


def test_a_mail_that_breaks_its_reader_holds_the_hand_up_until_it_is_given_up(
    game: Game, hand: Hand
) -> None:
    for _sweep in range(inbox.MAX_ATTEMPTS):
        assert hand_of(game) == hand
        work(game)
    assert played(hand)


def test_a_hand_that_cannot_be_closed_after_it_holds_up_no_other_mail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users = members(5)
    others = [users[0], *users[3:]]
    game, theirs = started(users[:3]), started(others)
    hand = hand_of(theirs)
    mails(game, users, 1, "44")
    bid(theirs, others[0])
    for seat in (1, 2):
        mails(theirs, others, seat, legal(theirs, seat)[0])
    close = resolving.close_when_full

    def broken(hand_id: int) -> None:
        if hand_id == hand_of(game).pk:
            raise ZeroDivisionError
        close(hand_id)

    monkeypatch.setattr(resolving, "close_when_full", broken)
    for _sweep in range(3):
        work(theirs)
    assert played(hand)
    assert InboundMail.objects.get(address__user=users[1]).state == InboundMail.State.FAILED


def test_a_worker_that_dies_as_it_gives_a_mail_up_leaves_its_hand_to_the_next(
    game: Game, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def died(_hand_id: int) -> None:
        raise KeyboardInterrupt

    for _attempt in range(inbox.MAX_ATTEMPTS - 1):
        work(game)
    with monkeypatch.context() as dying:
        dying.setattr(resolving, "close_when_full", died)
        with pytest.raises(KeyboardInterrupt):
            work(game)
    work(game)
    assert played(hand)
