"""Machines that answer machines: one that says the same gets one letter a day, any other a few."""

import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import count
from unittest.mock import patch

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications.kinds import KINDS
from games.mail.inbound import process
from games.models import Bid, Game, InboundMail
from games.services.mail import inbox, reply_addresses
from tests.games.mail.inbound.mailing import a_reply, arrive, letters_to, stored
from tests.games.mail.reading import members, started
from tests.games.making import legal, user_at
from tests.process_fixtures import again
from tests.sampling import whole

pytestmark = pytest.mark.django_db
HOURS = 48
EVERY = 10 if whole() else 60  # minutes; a machine looks for letters so often
# One says in its headers what it is, as RFC 3834 asks; the other says nothing at all.
HONEST = {"Auto-Submitted": "auto-replied", "Precedence": "bulk"}
AWAY = "I am on holiday until Monday.\n\nIn urgent cases ask Joost.\n"


@pytest.fixture
def game() -> Game:
    return again(_slow)


def _slow() -> Game:
    return started(members(3), hours=14 * 24)


def answers_everything(game: Game, user: User, now: datetime, **headers: str) -> int:
    """The machine answers each letter that came since it last looked; returns how many."""
    waiting = Notice.objects.filter(recipient=user, channel="mail", attempts=0)
    fresh = list(waiting.filter(send_after__lte=now))
    for notice in fresh:
        Notice.objects.filter(pk=notice.pk).update(attempts=1)
        arrive(game, user, a_reply(user, AWAY, **headers))
    return len(fresh)


def two_days(game: Game, machines: dict[User, dict[str, str]]) -> None:
    """Forty-eight hours."""
    begun = timezone.now()
    for minutes in range(0, HOURS * 60, EVERY):
        now = begun + timedelta(minutes=minutes)
        with patch("django.utils.timezone.now", return_value=now):
            heard = [answers_everything(game, user, now, **how) for user, how in machines.items()]
            if any(heard):
                process.read_all()


def test_two_machines_for_two_days(game: Game) -> None:
    honest, silent = (user_at(game, index) for index in (0, 1))
    two_days(game, {honest: {k.replace("-", "_"): v for k, v in HONEST.items()}, silent: {}})
    assert letters_to(honest) == []
    assert len(letters_to(silent)) <= 2  # one a day
    assert not Bid.objects.exists()
    assert InboundMail.objects.filter(address__user=honest).exists()
    assert InboundMail.objects.filter(address__user=silent).count() >= 2


def counts_its_tickets(
    user: User, now: datetime, tickets: Iterator[int], text: Callable[[int], str]
) -> bool:
    """A machine answers each letter at the address that the letter gives, never twice the same;
    returns whether it answered any.
    """
    waiting = Notice.objects.filter(recipient=user, channel="mail", attempts=0, send_after__lte=now)
    wrote = False
    for notice in waiting.order_by("pk"):
        Notice.objects.filter(pk=notice.pk).update(attempts=1)
        found = KINDS[notice.kind].compose(notice)
        to = found.headers.get("Reply-To") if found is not None else None
        if to:
            stored(to, a_reply(user, text(next(tickets))))
            wrote = True
    return wrote


GREETINGS = ("Request", "Ticket", "Case", "Your number is", "Thank you for writing: No.")
TICKETS: tuple[Callable[[int], str], ...] = (
    lambda number: f"Ticket #{number}: we have read your request and will answer it soon.",
    lambda number: f"{random.choice(GREETINGS)} {number}\n\nYour team {number}",
    lambda number: f"Ticket {number}: {number + 1} and {number + 2} are open",
    lambda number: f"{number}\n\nis your number in our queue of {number * 3}",
)


@pytest.mark.parametrize("text", TICKETS)
def test_a_machine_that_never_says_the_same_twice(game: Game, text: Callable[[int], str]) -> None:
    """Its numbers may be cards, so the letter about a doubt is one of those that it can get."""
    user = user_at(game, 0)
    tickets, begun = count(71), timezone.now()
    for minutes in range(0, HOURS * 60, EVERY):
        now = begun + timedelta(minutes=minutes)
        with patch("django.utils.timezone.now", return_value=now):
            if counts_its_tickets(user, now, tickets, text):
                process.read_all()
    assert 1 <= len(letters_to(user)) <= inbox.MAX_IN_VAIN * (HOURS // 24)
    assert not Bid.objects.exists()


def test_a_long_line_counts_as_the_same_whatever_its_numbers(game: Game) -> None:
    user = user_at(game, 0)
    for number in range(71, 75):
        text = f"Ticket #{number}: we have read your request and will answer it soon."
        arrive(game, user, a_reply(user, text))
        process.read_all()
    assert letters_to(user) == ["mail_refused"]


def test_whoever_did_something_since_is_told_again(game: Game) -> None:
    user = user_at(game, 0)
    for number in range(inbox.MAX_IN_VAIN + 1):
        arrive(game, user, a_reply(user, f"{number + 71}"))
        process.read_all()
    assert letters_to(user) == ["mail_refused"] * inbox.MAX_IN_VAIN
    assert InboundMail.objects.latest("pk").held_back == "mail_refused"  # for the next letter
    for body in (legal(game, 0)[0], "99"):
        arrive(game, user, a_reply(user, body))
        process.read_all()
    assert letters_to(user)[-2:] == ["mail_receipt", "mail_refused"]


def test_our_own_letters_are_never_answered(game: Game) -> None:
    """A forward that sends everything back."""
    marit = user_at(game, 0)
    arrive(game, marit, a_reply(marit, "help", Auto_Submitted="auto-generated", List_Id="<x.y>"))
    process.read_all()
    assert InboundMail.objects.get().outcome == "automatic"
    assert letters_to(marit) == []


@pytest.mark.parametrize("words", [AWAY, "I am back on the 17 May.", "Hi,\n\nI will answer soon."])
def test_a_machine_at_one_s_own_address_hears_once_a_day(game: Game, words: str) -> None:
    """Its own letters come from there, and it answers each of them there."""
    marit = user_at(game, 0)
    row = reply_addresses.addresses_of_people([marit.pk])[marit.pk]
    begun = timezone.now()
    for hour in range(0, HOURS, 1 if whole() else 6):
        with patch("django.utils.timezone.now", return_value=begun + timedelta(hours=hour)):
            stored(reply_addresses.address_of(row), a_reply(marit, words))
            process.read_all()
    assert len(letters_to(marit)) <= HOURS // 24
    assert not Bid.objects.exists()
