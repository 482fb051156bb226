"""The last answer that was accepted for a seat before its hand closed is the one that is played:
by whatever doors it came, in whatever order, and however late the workers read the mails."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connections

from accounts.models import User
from accounts.operation import database_clock
from games import selectors
from games.mail.inbound import process
from games.models import Bid, Game, Hand, InboundMail, Seat
from games.services import sweep
from games.services.hands import bidding, plans, resolving
from games.services.mail import inbox
from games.services.mail.inbox import Result
from games.services.seats import absence
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.mail.reading import begun, letter, members, started
from tests.games.mail.reading import words as words_of
from tests.games.making import bid, fresh, hand_of, legal, users_at
from tests.narrowing import not_none
from tests.sampling import whole

pytestmark = pytest.mark.django_db


def at_table(count: int) -> tuple[list[User], Game]:
    """So many members, and the game that they have just started."""
    game = begun(count)
    return users_at(game), game


def played(hand: Hand) -> dict[int, str]:
    hand.refresh_from_db()
    assert hand.state == Hand.State.RESOLVED
    return {
        each.seat.index: not_none(each.opened)["notation"]
        for each in hand.bids.select_related("seat")
    }


def mails(game: Game, users: list[User], seat: int, card: str) -> None:
    """Stored, which is its acceptance; nobody has read it."""
    arrive(game, users[seat], a_reply(users[seat], card))


def work(game: Game) -> None:
    """The workers wake up and do all that there is."""
    process.read_all()
    sweep.sweep()


def test_a_correction_that_nobody_has_read_counts_when_another_mail_fills_the_hand() -> None:
    users, game = at_table(3)
    hand, (first, second, *_more) = hand_of(game), legal(game, 0)
    bid(game, users[1])
    mails(game, users, 0, first)
    mails(game, users, 0, second)
    mails(game, users, 2, legal(game, 2)[0])
    process.read_person(users[2].pk)  # a worker of her own is quicker
    sweep.sweep()
    assert fresh(game).hand_number == hand.number

    work(game)
    assert played(hand)[0] == second


def test_a_correction_that_nobody_has_read_counts_when_a_page_fills_the_hand() -> None:
    users, game = at_table(3)
    hand, (first, second, *_more) = hand_of(game), legal(game, 0)
    bid(game, users[1])
    mails(game, users, 0, first)
    process.read_all()
    mails(game, users, 0, second)
    bid(game, users[2])
    sweep.sweep()
    work(game)
    assert played(hand)[0] == second


def test_a_mail_that_says_nothing_holds_the_hand_up_until_it_was_read() -> None:
    users, game = at_table(3)
    hand = hand_of(game)
    mails(game, users, 0, "Is it windy at yours?")
    for user in users:
        bid(game, user)
    sweep.sweep()
    hand.refresh_from_db()
    assert hand.state == Hand.State.OPEN

    work(game)
    assert played(hand)


def test_where_nobody_is_told_who_has_answered_a_mail_counts_until_the_cards_are_turned() -> None:
    users = members(3)
    game = started(users, tells=False)
    hand, (first, second, *_more) = hand_of(game), legal(game, 0)
    bid(game, users[0], first)
    for user in users[1:]:
        bid(game, user)
    hand.refresh_from_db()
    assert hand.state == Hand.State.READY
    mails(game, users, 0, second)
    assert not resolving.resolve_hand(hand.pk)
    work(game)
    assert played(hand)[0] == second


@pytest.mark.parametrize(
    ("first", "second"), [("mail", "page"), ("page", "mail"), ("mail", "mail")]
)
def test_the_order_is_that_of_the_lock_whatever_the_clocks_of_two_hosts_say(
    monkeypatch: pytest.MonkeyPatch, first: str, second: str
) -> None:
    """The host that takes the first answer is ahead of the one that takes the second."""
    users, game = at_table(3)
    hand, (early, late, *_more), now = hand_of(game), legal(game, 0), database_clock.now

    def ahead() -> datetime:
        return now() + timedelta(seconds=40)

    with monkeypatch.context() as host:
        host.setattr(database_clock, "now", ahead)
        if first == "mail":
            mails(game, users, 0, early)
        else:
            bid(game, users[0], early)
    if second == "page":
        bid(game, users[0], late)
    else:
        mails(game, users, 0, late)
    process.read_all()
    for user in users[1:]:
        bid(game, user)
    work(game)
    assert played(hand)[0] == late


class Course:
    """One hand in which seats answer and change their minds, by mail, on the page and over the
    API, while workers read now and then, or not at all."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.users, self.game = at_table(4)
        self.hand = hand_of(self.game)
        self.cards = [legal(self.game, seat)[:3] for seat in range(4)]
        self.accepted: dict[int, str] = {}  # the last one of each seat, before the hand closed

    def closed(self) -> bool:
        self.hand.refresh_from_db()
        return self.hand.state != Hand.State.OPEN

    def answer(self, seat: int) -> None:
        card = self.chance.choice(self.cards[seat])
        via = self.chance.choice(["mail", "mail", "page", "api"])
        if via == "mail":
            mails(self.game, self.users, seat, card)
        else:
            bidding.place_bid(self.users[seat], self.game.code, self.hand.number, card, via=via)
        self.accepted[seat] = card

    def read_somebodys(self) -> None:
        process.read_person(self.chance.choice(self.users).pk)

    def step(self) -> None:
        actions: list[Callable[[], object]] = [
            *(lambda seat=seat: self.answer(seat) for seat in range(4)),
            self.read_somebodys,
            lambda: resolving.resolve_hand(self.hand.pk),
        ]
        self.chance.choice(actions)()


@pytest.mark.parametrize("seed", range(500 if whole() else 4))
def test_any_course_of_a_hand(seed: int) -> None:
    course = Course(seed)
    for _step in range(20):
        if not course.closed():
            course.step()
    for seat in range(4):
        if seat not in course.accepted:
            course.answer(seat)
    work(course.game)
    assert played(course.hand) == course.accepted


@pytest.mark.django_db(transaction=True)
def test_workers_side_by_side_read_the_mails_of_a_hand() -> None:
    """Each person's correction is accepted before the mail that fills the hand; then all of the
    workers go on at once."""
    users = members(4)
    game = started(users)
    hand, wanted = hand_of(game), {}
    for seat in range(4):
        first, wanted[seat] = legal(game, seat)[:2]
        mails(game, users, seat, first)
        mails(game, users, seat, wanted[seat])

    def read(user: User) -> None:
        process.read_person(user.pk)
        resolving.resolve_hand(hand.pk)
        connections.close_all()

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(read, users))
    work(game)
    assert played(hand) == wanted
    assert Bid.objects.filter(hand=hand).count() == 4


@pytest.mark.django_db(transaction=True)
def test_two_workers_read_the_mails_of_one_person_one_after_the_other() -> None:
    """Else both would read the same mail, and the older of two might be carried out last."""
    users = members(3)
    game = started(users)
    for card in legal(game, 0)[:2]:
        mails(game, users, 0, card)
    order: list[tuple[str, int]] = []
    other_is_here = threading.Event()

    def slowly(mail: InboundMail) -> Result:
        order.append(("begin", mail.pk))
        if len(order) > 1:
            other_is_here.set()
        other_is_here.wait(0.5)
        order.append(("end", mail.pk))
        return Result("answered")

    def read(_worker: int) -> None:
        inbox.read_next(users[0].pk, slowly, resolving.close_when_full)
        connections.close_all()

    with ThreadPoolExecutor(2) as workers:
        list(workers.map(read, range(2)))
    first, second = InboundMail.objects.order_by("pk").values_list("pk", flat=True)
    assert order == [("begin", first), ("end", first), ("begin", second), ("end", second)]


@pytest.mark.parametrize("leave", [absence.leave, absence.pass_to_bot])
def test_a_mail_counts_that_came_before_its_sender_left(leave: Callable[..., object]) -> None:
    """And does not bring them back."""
    users, game = at_table(3)
    hand, card = hand_of(game), legal(game, 2)[5]
    mails(game, users, 2, card)
    leave(users[2], game.code)
    for user in users[:2]:
        bid(game, user)
    work(game)
    work(game)
    assert played(hand)[2] == card
    assert game.seats.get(index=2).absence


def test_a_mail_counts_that_came_before_its_sender_had_a_plan_answer() -> None:
    """A plan never replaces what its owner has answered."""
    users, game = at_table(3)
    hand, card = hand_of(game), legal(game, 0)[5]
    mails(game, users, 0, card)
    plans.write(users[0], game.code, "next: lowest", now=True)
    for user in users[1:]:
        bid(game, user)
    work(game)
    work(game)
    assert played(hand)[0] == card


def test_a_plan_that_was_made_since_a_mail_came_stands() -> None:
    users, game = at_table(3)
    for words in ("plan always: lowest", "no plan"):
        mails(game, users, 0, words)
    plans.write(users[0], game.code, "always: highest")
    work(game)
    plan = not_none(selectors.hands.plans.own_plan(fresh(game), game.seats.get(index=0)))
    assert plan.text == "always: highest"
    assert "that counts" in words_of(letter(users[0], "mail_refused"))


def test_of_two_plans_by_mail_the_later_stands() -> None:
    users, game = at_table(3)
    for words in ("plan always: lowest", "plan always: highest"):
        mails(game, users, 0, words)
    work(game)
    plan = not_none(selectors.hands.plans.own_plan(fresh(game), game.seats.get(index=0)))
    assert plan.text == "always: highest"


def test_whoever_has_answered_since_keeps_their_seat_from_the_bot() -> None:
    users, game = at_table(3)
    mails(game, users, 0, "pass my turns to a bot")
    bid(game, users[0])
    work(game)
    assert not game.seats.get(index=0).absence
    assert "that counts" in words_of(letter(users[0], "mail_refused"))


def test_whoever_has_left_since_stays_away() -> None:
    users, game = at_table(3)
    absence.pass_to_bot(users[0], game.code)
    mails(game, users, 0, "I am back")
    absence.back(users[0], game.code)
    absence.leave(users[0], game.code)
    work(game)
    assert game.seats.get(index=0).absence == Seat.Absence.OFFERED
    assert "that counts" in words_of(letter(users[0], "mail_refused"))


@pytest.mark.parametrize("word", ["I am back", "a card"])
def test_of_a_bot_and_what_ends_it_by_mail_the_later_stands(word: str) -> None:
    users, game = at_table(3)
    mails(game, users, 0, "pass my turns to a bot")
    mails(game, users, 0, legal(game, 0)[3] if word == "a card" else word)
    work(game)
    assert not game.seats.get(index=0).absence


def test_an_answer_and_a_bot_in_one_mail_are_both_done() -> None:
    users, game = at_table(3)
    absence.pass_to_bot(users[0], game.code)
    mails(game, users, 0, f"{legal(game, 0)[3]}\npass my turns to a bot")
    work(game)
    assert game.seats.get(index=0).absence


def test_a_mail_counts_that_came_before_its_sender_left_and_came_back() -> None:
    """The clock was given up, so that only the hand's deadline is left."""
    users, game = at_table(3)
    hand, card = hand_of(game), legal(game, 2)[5]
    absence.leave(users[2], game.code)
    absence.back(users[2], game.code)
    mails(game, users, 2, card)
    late = hand.deadline + timedelta(minutes=1)
    InboundMail.objects.update(received_at=late)
    process.read_all()
    assert InboundMail.objects.get().outcome == "late"
