"""In time means stored by the deadline, whenever it is read; and what came later is too late."""

from collections.abc import Callable
from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.people import vacations
from games.mail.inbound import process
from games.models import Bid, Game, Hand, InboundMail
from games.services import sweep
from games.services.hands import resolving
from games.services.mail import reply_addresses
from games.services.mail.reply_addresses import reply_address_for
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.seats import votes
from tests.accounts.making import staff
from tests.games.mail.inbound.at_table import table_address
from tests.games.mail.inbound.mailing import a_reply, arrive, letters_to, stored
from tests.games.mail.reading import letter, started, words
from tests.games.making import bid, hand_of, legal, sealed_bid, user_at, users_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def own_address(user: User, _game: Game) -> str:
    return reply_addresses.address_of(reply_addresses.addresses_of_people([user.pk])[user.pk])


def hand_address(user: User, game: Game) -> str:
    return reply_address_for(user, hand_of(game))


def address_elsewhere(user: User, game: Game) -> str:
    return hand_address(user, started(users_at(game), name="Vlieland"))


def stored_at(game: Game, user: User, text: str, moment: datetime, to: str = "") -> InboundMail:
    """A mail that the listener stored then, while no worker runs."""
    with patch("django.utils.timezone.now", return_value=moment):
        return arrive(game, user, a_reply(user, text), to=to)


def passed(hand: Hand, moment: datetime) -> None:
    """The worker wakes up at that moment, and sweeps."""
    with patch("django.utils.timezone.now", return_value=moment):
        sweep.sweep()
        process.read_all()


@pytest.mark.parametrize("before", [SECOND, timedelta()])
def test_a_second_before_the_deadline_it_counts_though_nobody_read_it(
    game: Game, marit: User, before: timedelta
) -> None:
    hand, card = hand_of(game), legal(game, 0)[5]
    mail = stored_at(game, marit, card, hand.deadline - before)
    passed(hand, hand.deadline + timedelta(minutes=5))
    mail.refresh_from_db()
    assert mail.outcome == "applied"
    sealed = Bid.objects.get(hand=hand, seat__user=marit)
    assert (sealed.missed, sealed.via) == (False, Bid.Via.MAIL)
    assert not_none(sealed.opened)["notation"] == card
    assert game.seats.get(index=0).misses == 0


@pytest.mark.parametrize("to", [hand_address, table_address, own_address, address_elsewhere])
def test_a_vacation_a_second_before_the_deadline_moves_it(
    game: Game, marit: User, to: Callable[[User, Game], str]
) -> None:
    hand = hand_of(game)
    mail = stored_at(game, marit, "vacation 3 days", hand.deadline - SECOND, to(marit, game))
    passed(hand, hand.deadline + timedelta(minutes=5))
    mail.refresh_from_db()
    assert mail.outcome == "vacation"
    clock = hand.clocks.get(user=marit)
    assert (clock.answered_at, clock.deadline > hand.deadline + timedelta(days=2)) == (None, True)
    assert game.seats.get(index=0).misses == 0


def test_a_seat_is_left_to_a_bot_a_second_before_the_deadline(game: Game, marit: User) -> None:
    hand = hand_of(game)
    to = table_address(marit, game)
    stored_at(game, marit, "pass my turns to a bot", hand.deadline - SECOND, to)
    passed(hand, hand.deadline + timedelta(minutes=5))
    sealed = Bid.objects.get(hand=hand, seat__user=marit)
    assert (sealed.missed, sealed.via) == (False, Bid.Via.BOT)


def test_mail_of_whoever_is_in_time_holds_up_nobody_else(game: Game, marit: User) -> None:
    hand = hand_of(game)
    hand.clocks.filter(seat__index=1).update(deadline=timezone.now() - SECOND)
    stored(own_address(marit, game), a_reply(marit, "vacation 3 days"))
    with patch.object(process, "process_mail", side_effect=ZeroDivisionError):
        assert resolving.expire_hand(hand.pk)
    assert Bid.objects.get(hand=hand).missed


def test_a_vacation_a_second_after_the_deadline_does_not(game: Game, marit: User) -> None:
    hand = hand_of(game)
    stored_at(game, marit, "vacation 3 days", hand.deadline + SECOND)
    with patch("django.utils.timezone.now", return_value=hand.deadline + 2 * SECOND):
        process.read_all()
    assert hand.clocks.get(user=marit).deadline == hand.deadline


def test_a_second_after_the_deadline_it_does_not(game: Game, marit: User) -> None:
    hand, card = hand_of(game), legal(game, 0)[5]
    mail = stored_at(game, marit, card, hand.deadline + SECOND)
    passed(hand, hand.deadline + timedelta(minutes=5))
    mail.refresh_from_db()
    assert mail.outcome == "late"
    sealed = Bid.objects.get(hand=hand, seat__user=marit)
    assert (sealed.missed, sealed.via) == (True, Bid.Via.DEADLINE)
    assert letters_to(marit) == ["mail_state"]
    assert "after your time had run out" in " ".join(letter(marit, "mail_state").text.split())


def test_what_comes_late_never_counts_even_if_it_is_read_before_the_sweep(
    game: Game, marit: User
) -> None:
    hand, card = hand_of(game), legal(game, 0)[5]
    mail = stored_at(game, marit, card, hand.deadline + SECOND)
    with patch("django.utils.timezone.now", return_value=hand.deadline + 2 * SECOND):
        process.read_all()
    mail.refresh_from_db()
    assert mail.outcome == "late"
    assert not Bid.objects.filter(hand=hand).exists()


def test_a_mail_in_time_that_comes_in_while_we_expire_is_not_passed_over(
    game: Game, marit: User
) -> None:
    """Stored between reading and locking: this call leaves the hand, the next one reads it."""
    hand, card = hand_of(game), legal(game, 0)[5]
    now = hand.deadline + SECOND

    def store(_hand_id: int) -> None:
        if not InboundMail.objects.exists():
            stored_at(game, marit, card, hand.deadline)

    with patch.object(resolving, "BEFORE_EXPIRY", [*resolving.BEFORE_EXPIRY, store]):
        assert not resolving.expire_hand(hand.pk, now)
        assert resolving.expire_hand(hand.pk, now)
    assert Bid.objects.get(hand=hand, seat__user=marit).via == Bid.Via.MAIL


def test_a_mail_that_comes_in_while_we_expire_the_seat_of_somebody_else_is_not_passed_over(
    game: Game, marit: User
) -> None:
    """The others have answered; her change comes after the sweep has looked at its clock."""
    hand, cards = hand_of(game), legal(game, 0)
    for index in (0, 1):
        bid(game, user_at(game, index))
    now = timezone.now()
    hand.clocks.filter(seat__index=2).update(deadline=now - SECOND)

    def store(_hand_id: int) -> None:
        if not InboundMail.objects.exists():
            stored_at(game, marit, cards[5], now + SECOND)

    with patch.object(resolving, "BEFORE_EXPIRY", [*resolving.BEFORE_EXPIRY, store]):
        assert not resolving.expire_hand(hand.pk, now)
        assert resolving.expire_hand(hand.pk, now)
    hand.refresh_from_db()
    assert not_none(hand.bids.get(seat__user=marit).opened)["notation"] == cards[5]


@pytest.mark.parametrize("to", [hand_address, own_address])
def test_a_mail_that_breaks_its_reader_does_not_hold_up_the_hand_for_ever(
    game: Game, marit: User, to: Callable[[User, Game], str]
) -> None:
    hand = hand_of(game)
    stored_at(game, marit, "44", hand.deadline - SECOND, to(marit, game))
    with patch.object(process, "process_mail", side_effect=ZeroDivisionError):
        moved = [resolving.expire_hand(hand.pk, hand.deadline + SECOND) for _ in range(3)]
    assert moved == [False, False, True]
    assert InboundMail.objects.get().state == "failed"
    assert Bid.objects.get(hand=hand, seat__user=marit).missed


def test_the_seats_own_deadline_counts_though_others_have_more_time(
    game: Game, marit: User
) -> None:
    hand = hand_of(game)
    own = hand.deadline - timedelta(hours=2)
    hand.clocks.filter(user=marit).update(deadline=own)
    mail = stored_at(game, marit, legal(game, 0)[5], own + SECOND)
    process.read_all()
    mail.refresh_from_db()
    assert mail.outcome == "late"


def test_mails_are_read_in_the_order_in_which_they_came(game: Game, marit: User) -> None:
    cards = legal(game, 0)[:3]
    for place, card in enumerate(cards):
        stored_at(game, marit, card, timezone.now() - timedelta(minutes=3 - place))
    process.read_all()
    assert sealed_bid(game, 0).notation == cards[-1]


def test_the_last_answer_of_all_turns_the_hand(game: Game, marit: User) -> None:
    for index in (1, 2):
        bid(game, user_at(game, index))
    arrive(game, marit, a_reply(marit, legal(game, 0)[0]))
    process.read_all()
    sweep.sweep()
    assert hand_of(game).number == 2
    assert "The hand has been turned" in " ".join(letter(marit, "mail_receipt").text.split())


def test_in_a_pause_the_time_does_not_run_out(game: Game, marit: User) -> None:
    for user in users_at(game):
        votes.vote(user, game.code, "pause")
    hand, card = hand_of(game), legal(game, 0)[5]
    mail = stored_at(game, marit, card, hand.deadline + SECOND)
    passed(hand, hand.deadline + 2 * SECOND)
    mail.refresh_from_db()
    assert mail.outcome == "applied"


@pytest.mark.parametrize("full", [False, True])
def test_what_comes_late_is_late_whether_or_not_all_have_answered(
    game: Game, marit: User, full: bool
) -> None:
    """Where a table hides who has answered, the letter must not show it."""
    Game.objects.filter(pk=game.pk).update(shows_bids=False, delay_minutes=60)
    hand_of(game).clocks.filter(user=marit).update(deadline=timezone.now() - SECOND)
    sweep.sweep()
    for index in (1, 2)[: 1 + full]:
        bid(game, user_at(game, index))
    assert hand_of(game).state == ("ready" if full else "open")
    mail = arrive(game, marit, a_reply(marit, legal(game, 0)[5]))
    process.read_all()
    mail.refresh_from_db()
    assert mail.outcome == "late"


@pytest.mark.parametrize("address", [own_address, table_address, hand_address])
def test_a_vacation_ends_as_counted_from_the_day_on_which_it_was_asked_for(
    game: Game, marit: User, address: Callable[[User, Game], str]
) -> None:
    stored(address(marit, game), a_reply(marit, "vacation 3 days"))
    InboundMail.objects.update(received_at=timezone.now() - timedelta(days=1))
    process.read_all()
    (booked,) = marit.vacations.all()
    today = vacations.today(marit)
    assert (booked.first, booked.last) == (today, today + timedelta(days=1))


def test_a_vacation_that_is_over_before_it_is_read_is_refused(game: Game, marit: User) -> None:
    stored(hand_address(marit, game), a_reply(marit, "vacation 1 day"))
    InboundMail.objects.update(received_at=timezone.now() - timedelta(days=1))
    process.read_all()
    assert not marit.vacations.exists()
    assert "have begun already" in words(letter(marit, "mail_refused"))


@pytest.mark.parametrize("suspended_before", [False, True])
def test_before_a_suspension_it_counts_as_on_the_page(
    game: Game, marit: User, suspended_before: bool
) -> None:
    """But not from during an earlier one, nor from afterwards."""
    hedda, days = staff(), CommandInput("asked", days=3)
    if suspended_before:
        execution.carry_out(hedda, "suspend", str(marit.pk), days)
    arrive(game, marit, a_reply(marit, legal(game, 0)[0]))
    execution.carry_out(hedda, "suspend", str(marit.pk), days)
    process.read_all()
    assert hand_of(game).bids.exists() is not suspended_before

    arrive(game, marit, a_reply(marit, legal(game, 0)[1]))
    process.read_all()
    assert "Your account is suspended until" in letter(marit, "mail_refused").text
    assert not Bid.objects.filter(changes__gt=0).exists()
