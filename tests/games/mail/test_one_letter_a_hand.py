"""What was understood, what happened and what is asked now stand in one letter."""

import re
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Choice, Notice, User
from accounts.notifications import delivery, digests, unsubscribe
from accounts.notifications.kinds import KINDS
from games.mail.inbound import process
from games.models import Game
from tests.accounts.sink import Sink
from tests.games.mail.inbound.mailing import a_reply, arrive, write
from tests.games.mail.reading import begun, started
from tests.games.making import bid, bid_all, hand_of, legal, settle, user_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
State = Notice.State


@pytest.fixture
def game(sink: Sink) -> Game:
    """A game of which all letters until now have left."""
    game = begun(3, digest=User.Digest.AT_ONCE)
    left()
    return game


def left() -> None:
    Notice.objects.update(state=State.SENT, finished_at=timezone.now())


def person(game: Game, index: int = 0) -> User:
    return user_at(game, index)


def last_by_mail(game: Game) -> str:
    """All answer, the first seat last, and by mail; returns with which card."""
    for index in (1, 2):
        bid(game, person(game, index))
    card = legal(game, 0)[2]
    write(game, person(game), card)
    return card


def to(sink: Sink, user: User) -> list[EmailMessage]:
    return [mail for mail in sink.mails if mail["To"] and not_none(user.email) in str(mail["To"])]


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return " ".join(str(part.get_content()).replace("\n| ", " ").split())


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", str(part.get_content())))


def test_at_the_start_one_letter_begins_and_asks(settings: Settings, sink: Sink) -> None:
    game = begun(3, digest=User.Digest.AT_ONCE)
    delivery.deliver()
    assert len(sink.mails) == 3
    (mail,) = to(sink, person(game))
    for text in (text_of(mail), html_of(mail)):
        assert "The game begins." in text
        assert "You can answer:" in text
        assert game.commitment in text
    assert mail["Reply-To"].startswith("re-")


def test_the_last_answer_its_result_and_the_next_question_are_one_letter(
    game: Game, sink: Sink
) -> None:
    card = last_by_mail(game)
    assert delivery.deliver() == 0  # it waits for what comes of it
    settle(game)
    delivery.deliver()

    (mail,) = to(sink, person(game))
    text, page = text_of(mail), html_of(mail)
    for words in (text, page):
        assert "Your answer in hand 1 is sealed." in words
        assert f"Understood: the {card}" in words
        assert "You can answer:" in words
        assert "Salt:" in words
    assert text.index("Understood") < text.index("YOUR MOVE") < text.index("Salt:")
    assert mail["Reply-To"].startswith("re-")
    assert mail["In-Reply-To"].endswith("@client.example>")
    assert mail["References"] == f"<game.{game.code}@testserver>"
    assert mail["Subject"] == f"Turn the Tide, table {game.code[:4]}"
    assert mail["Auto-Submitted"] == "auto-generated"
    parts = Notice.objects.filter(recipient=person(game), digest__isnull=False, state=State.SENT)
    assert {"mail_receipt", "your_move"} <= set(parts.values_list("kind", flat=True))


def test_while_the_hand_waits_for_others_a_receipt_goes_alone_and_at_once(
    game: Game, sink: Sink
) -> None:
    card = legal(game, 0)[2]
    write(game, person(game), card)
    assert delivery.deliver() == 1
    (mail,) = to(sink, person(game))
    assert f"Understood: the {card}" in text_of(mail)
    assert mail["Auto-Submitted"] == "auto-replied"


def test_who_wants_no_receipts_gets_one_letter_a_hand(game: Game, sink: Sink) -> None:
    """Nobody's hand depends on who is last; what was refused is still said."""
    marit = person(game)
    Choice.objects.create(user=marit, kind="mail_receipt", channel="mail", wanted=False)
    card = legal(game, 0)[2]
    write(game, marit, card)
    assert delivery.deliver() == 0
    assert not Notice.objects.filter(recipient=marit, kind="mail_receipt").exists()
    for index in (1, 2):
        bid(game, person(game, index))
    settle(game)
    delivery.deliver()
    (mail,) = to(sink, marit)
    assert "You can answer:" in text_of(mail)
    write(game, marit, "what do you think?")
    delivery.deliver()
    assert len(to(sink, marit)) == 2


def test_one_click_in_a_receipt_stops_those_about_its_table(game: Game, sink: Sink) -> None:
    marit = person(game)
    other = started([person(game, index) for index in range(3)], name="Texel")
    for card in legal(game, 0)[1:3]:
        write(game, marit, card)
        receipts = Notice.objects.filter(recipient=marit, kind="mail_receipt")
        link = unsubscribe.address(receipts.latest("pk"))
        answer = Client().post(link, {"List-Unsubscribe": "One-Click"})
        assert (answer.status_code, receipts.count()) == (200, 1)
    write(other, marit, legal(other, 0)[0])
    assert receipts.count() == 2


def test_where_nobody_may_know_that_all_are_in_no_letter_waits(game: Game, sink: Sink) -> None:
    Game.objects.filter(pk=game.pk).update(shows_bids=False)
    last_by_mail(game)
    assert delivery.deliver() == 1
    assert len(to(sink, person(game))) == 1


def test_a_receipt_waits_for_a_minute_at_most(game: Game, sink: Sink) -> None:
    last_by_mail(game)
    assert delivery.deliver() == 0
    Notice.objects.filter(kind="mail_receipt").update(
        created_at=timezone.now() - timedelta(minutes=2), send_after=timezone.now()
    )
    assert delivery.deliver() == 1


def held_until_tonight(game: Game) -> Notice:
    """The question of the open hand, as it waits for the hour of who wishes one letter a day."""
    asked = Notice.objects.filter(recipient=person(game), kind="your_move").latest("pk")
    asked.send_after = timezone.now() + timedelta(hours=8)
    asked.save()
    return asked


def test_who_has_just_written_gets_the_next_hand_with_it_whatever_the_wish(
    game: Game, sink: Sink
) -> None:
    last_by_mail(game)
    settle(game)
    asked = held_until_tonight(game)
    delivery.deliver()
    (mail,) = to(sink, person(game))
    assert "You can answer:" in text_of(mail)
    asked.refresh_from_db()
    assert asked.state == State.SENT


def test_who_has_not_written_gets_it_by_their_wish(game: Game, sink: Sink) -> None:
    bid_all(game)
    held_until_tonight(game)
    delivery.deliver()
    assert to(sink, person(game)) == []


def test_both_rows_end_in_one_transaction(game: Game, sink: Sink) -> None:
    """Whoever dies as the rows are written down leaves all of them waiting, and sends the same once
    more."""
    last_by_mail(game)
    settle(game)
    with (
        patch.object(digests, "settle", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        delivery.deliver()
    theirs = Notice.objects.filter(recipient=person(game)).exclude(state=State.SENT)
    assert set(theirs.values_list("state", flat=True)) == {State.QUEUED}
    assert {"digest", "mail_receipt", "your_move"} <= set(theirs.values_list("kind", flat=True))
    theirs.update(leased_until=None)
    delivery.deliver()
    first, again = to(sink, person(game))
    assert first["Message-ID"] == again["Message-ID"]
    assert not theirs.filter(state=State.QUEUED).exists()


def test_what_is_not_wished_stays_out(game: Game, sink: Sink) -> None:
    Choice.objects.create(user=person(game), kind="your_move", channel="mail", wanted=False)
    card = last_by_mail(game)
    settle(game)
    delivery.deliver()
    (mail,) = to(sink, person(game))
    assert f"Understood: the {card}" in text_of(mail)
    assert "You can answer:" not in text_of(mail)
    assert "was highest" in text_of(mail)  # what came of it


def test_what_has_become_untrue_stays_out(game: Game, sink: Sink) -> None:
    card = last_by_mail(game)
    settle(game)
    bid(game, person(game))
    delivery.deliver()
    (mail,) = to(sink, person(game))
    assert f"Understood: the {card}" in text_of(mail)
    asked = Notice.objects.filter(recipient=person(game), kind="your_move").latest("pk")
    assert (asked.state, asked.reason) == (State.DROPPED, "untrue")


def test_what_becomes_untrue_at_the_last_moment_takes_nothing_along(game: Game, sink: Sink) -> None:
    card = last_by_mail(game)
    settle(game)
    asking = replace(KINDS["your_move"], compose=lambda _notice: None)
    with patch.dict(KINDS, your_move=asking):
        delivery.deliver()
    (mail,) = to(sink, person(game))
    assert f"Understood: the {card}" in text_of(mail)


def test_two_mails_to_one_hand_are_both_confirmed(game: Game, sink: Sink) -> None:
    cards = legal(game, 0)[1:3]
    for card in cards:
        arrive(game, person(game), a_reply(person(game), card))
    process.read_all()
    delivery.deliver()
    text = " ".join(map(text_of, to(sink, person(game))))
    assert all(f"Understood: the {card}" in text for card in cards)


def test_one_click_stops_what_leads_the_letter_only(game: Game, sink: Sink) -> None:
    last_by_mail(game)
    settle(game)
    delivery.deliver()
    (mail,) = to(sink, person(game))
    asked = Notice.objects.filter(recipient=person(game), kind="your_move").latest("pk")
    assert unsubscribe.token(asked) in mail["List-Unsubscribe"].replace("\n", "").replace(" ", "")


def test_one_click_stops_only_what_is_left_of_it(game: Game, sink: Sink) -> None:
    last_by_mail(game)
    settle(game)
    bid(game, person(game))  # nothing is asked any more
    delivery.deliver()
    (mail,) = to(sink, person(game))
    receipt = Notice.objects.filter(recipient=person(game), kind="mail_receipt").latest("pk")
    assert unsubscribe.token(receipt) in mail["List-Unsubscribe"]
    assert unsubscribe.address(receipt) in text_of(mail)


def test_letters_about_two_games_stay_apart(game: Game, sink: Sink) -> None:
    people = [person(game, index) for index in range(3)]
    other = started(people, name="Texel")
    left()
    for each in (game, other):
        last_by_mail(each)
        settle(each)
    assert hand_of(game).number == hand_of(other).number == 2
    delivery.deliver()
    subjects = [str(mail["Subject"]) for mail in to(sink, person(game))]
    codes = [each.code[:4] for each in (game, other)]
    assert sorted(subjects) == sorted(f"Turn the Tide, table {code}" for code in codes)
