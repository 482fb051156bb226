"""A receipt comes with the next letter, by the time of a reminder, but to who wishes each alone."""

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import delivery
from games.models import Game, SeatClock
from games.services.notifications import reminders
from tests.accounts.sink import Sink
from tests.games.mail.inbound.mailing import write
from tests.games.mail.reading import begun, started
from tests.games.mail.test_one_letter_a_hand import html_of, left, person, text_of, to
from tests.games.making import bid, legal, settle

pytestmark = pytest.mark.django_db
State = Notice.State


@pytest.fixture
def game(sink: Sink) -> Game:
    """A game of people who wish what is usual, and have answered by mail before."""
    game = begun(3)
    User.objects.update(answered_at=timezone.now())
    left()
    return game


def receipts(game: Game) -> list[Notice]:
    return list(Notice.objects.filter(recipient=person(game), kind="mail_receipt").order_by("pk"))


def the_rest_answer(game: Game) -> None:
    for index in (1, 2):
        bid(game, person(game, index))
    settle(game)


def test_it_comes_with_what_comes_of_the_hand(game: Game, sink: Sink) -> None:
    card = legal(game, 0)[2]
    write(game, person(game), card)
    assert delivery.deliver() == 0
    the_rest_answer(game)
    delivery.deliver()
    (mail,) = to(sink, person(game))
    for text in (text_of(mail), html_of(mail)):
        assert f"Understood: the {card}" in text
        assert f"({card})" not in text
        assert "You can answer:" in text
        assert "Salt:" in text
    assert [notice.state for notice in receipts(game)] == [State.SENT]


def test_it_goes_alone_when_a_reminder_would(game: Game, sink: Sink) -> None:
    write(game, person(game), legal(game, 0)[2])
    clock = SeatClock.objects.get(hand__game=game, user=person(game))
    (receipt,) = receipts(game)
    assert receipt.send_after == reminders.moment_of(clock) < clock.deadline
    Notice.objects.filter(pk=receipt.pk).update(send_after=timezone.now())
    assert delivery.deliver() == 1
    (mail,) = to(sink, person(game))
    assert "You can change it until the last answer is in" in text_of(mail)
    assert "comes with your next e-mail about this table" in text_of(mail)


def test_who_answers_by_mail_for_the_first_time_hears_at_once(game: Game, sink: Sink) -> None:
    User.objects.filter(pk=person(game).pk).update(answered_at=None)
    write(game, person(game), legal(game, 0)[2])
    assert delivery.deliver() == 1


def test_who_wishes_each_at_once_gets_it_at_once(game: Game, sink: Sink) -> None:
    User.objects.filter(pk=person(game).pk).update(digest=User.Digest.AT_ONCE)
    write(game, person(game), legal(game, 0)[2])
    assert delivery.deliver() == 1
    (mail,) = to(sink, person(game))
    assert "comes with your next e-mail" not in text_of(mail)


def test_who_changes_their_mind_hears_of_both_at_once(game: Game, sink: Sink) -> None:
    first, second = legal(game, 0)[1:3]
    write(game, person(game), first)
    write(game, person(game), second)
    assert delivery.deliver() == 1
    (mail,) = to(sink, person(game))
    text = text_of(mail)
    assert text.index(f"Understood: the {first}") < text.index(f"Understood: the {second}")


def test_it_says_if_its_answer_was_replaced_on_the_page(game: Game, sink: Sink) -> None:
    first, second = legal(game, 0)[1:3]
    write(game, person(game), first)
    bid(game, person(game), second)
    Notice.objects.filter(kind="mail_receipt").update(send_after=timezone.now())
    delivery.deliver()
    (mail,) = to(sink, person(game))
    assert "You have answered again since then, and that answer counts." in text_of(mail)
    assert "You can change it" not in text_of(mail)


@pytest.mark.parametrize("words", ["{} please", "Hi all,\n\nI play {}, thanks!"])
def test_what_had_to_be_understood_is_confirmed_at_once(words: str, game: Game, sink: Sink) -> None:
    card = legal(game, 0)[2]
    write(game, person(game), words.format(card))
    assert delivery.deliver() == 1
    (mail,) = to(sink, person(game))
    assert f"Understood: the {card}" in text_of(mail)


def test_what_was_refused_is_said_at_once(game: Game, sink: Sink) -> None:
    write(game, person(game), "999")
    assert delivery.deliver() == 1


def test_it_stands_in_a_letter_about_several_tables(game: Game, sink: Sink) -> None:
    """Both hands wait for one letter, and so does what the mail before it did."""
    card = legal(game, 0)[2]
    write(game, person(game), card)
    started([person(game, index) for index in range(3)], name="Texel")
    the_rest_answer(game)
    Notice.objects.filter(kind__in=("your_move", "game_started")).update(send_after=timezone.now())
    Notice.objects.filter(kind="game_started", state=State.QUEUED).update(state=State.SENT)
    delivery.deliver()
    (mail,) = to(sink, person(game))
    for text in (text_of(mail), html_of(mail)):
        assert f"Understood: the {card}" in text
        assert f"({card})" not in text
        assert "Salt:" in text
    assert str(mail["Subject"]) == "2 hands wait for you"
    assert [notice.state for notice in receipts(game)] == [State.SENT]
