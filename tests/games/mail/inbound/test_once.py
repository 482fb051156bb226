"""One mail, however often it comes and whenever a worker dies: one change, at most one letter."""

from collections.abc import Callable
from unittest.mock import patch

import pytest
from django.db import connection

from accounts.email.inbound_routes import TooMany
from accounts.models import Notice, User
from accounts.notifications import outbox
from accounts.operation import database_clock
from games.mail.inbound import execute, intake, process
from games.models import Bid, Game, InboundMail
from games.services.hands import bidding, bids
from games.services.mail import inbox, loaded_mails
from games.services.mail.reply_addresses import reply_address_for
from games.services.notifications import hand_notices
from tests.games.mail.inbound.mailing import a_reply, arrive, letters_to, write
from tests.games.making import hand_of, legal, person, sealed_bid, user_at
from tests.narrowing import not_none
from tests.sampling import whole

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("times", [1, 2, 5] if whole() else [1, 3])
@pytest.mark.parametrize("read", [True, False])
def test_the_same_mail_so_often(game: Game, marit: User, times: int, read: bool) -> None:
    mail = a_reply(marit, legal(game, 0)[0])
    for _ in range(times):
        arrive(game, marit, mail)
        if read:
            process.read_all()
    process.read_all()
    assert InboundMail.objects.count() == 1
    assert Bid.objects.get().changes == 0
    assert letters_to(marit) == ["mail_receipt"]


def test_a_letter_finds_the_mails_of_its_reader_alone(game: Game, marit: User) -> None:
    arrive(game, marit, a_reply(marit, legal(game, 0)[0]))
    mail = InboundMail.objects.get()
    assert loaded_mails.of_person(marit.pk, mail.pk) == mail
    assert loaded_mails.of_person(user_at(game, 1).pk, mail.pk) is None


def test_nobody_is_locked_who_has_sent_nothing() -> None:
    ute = person("Ute")
    assert process.read_person(ute.pk) == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT xmax::text FROM accounts_user WHERE id = %s", [ute.pk])
        assert cursor.fetchone() == ("0",)


def test_what_is_settled_again_is_told_again(game: Game, marit: User) -> None:
    arrive(game, marit, a_reply(marit, legal(game, 0)[0]))
    InboundMail.objects.update(said_at=database_clock.now())
    inbox.settle(mail := InboundMail.objects.get(), inbox.Result("asked", "mail_held", quiet=True))
    assert inbox.unsaid([marit.pk]) == {marit.pk: [mail]}


@pytest.mark.django_db(transaction=True)
def test_the_same_mail_waits_for_nobody_who_is_reading_it(game: Game, marit: User) -> None:
    """Its reader may be waiting for the game, which is locked until this one is stored."""
    mail = a_reply(marit, legal(game, 0)[0])
    arrive(game, marit, mail)
    reader = connection.copy()
    reader.set_autocommit(False)
    with reader.cursor() as cursor:
        cursor.execute("UPDATE games_inboundmail SET attempts = attempts + 1")
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '200ms'")
        arrive(game, marit, mail)
    finally:
        reader.close()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
    assert InboundMail.objects.count() == 1


def test_the_same_without_a_message_id(game: Game, marit: User) -> None:
    raw = f"From: marit@example.org\n\n{legal(game, 0)[0]}\n".encode()
    for _ in range(3):
        arrive(game, marit, raw)
    process.read_all()
    assert letters_to(marit) == ["mail_receipt"]


@pytest.mark.parametrize("written", ["Message-ID:", "Message-ID: ", "Message-ID:\n "])
def test_two_with_an_empty_message_id_are_two(game: Game, marit: User, written: str) -> None:
    cards = legal(game, 0)[:2]
    for card in cards:
        arrive(game, marit, f"{written}\nFrom: {marit.email}\n\n{card}\n".encode())
        process.read_all()
    assert sealed_bid(game, 0).notation == cards[1]


@pytest.mark.parametrize("written", ["<1@x.example>", "\n <1@x.example>", "\r\n\t<1@x.example>"])
def test_a_message_id_may_stand_on_the_next_line(written: str) -> None:
    raw = f"Message-ID:{written}\nFrom: marit@example.org\n\n44\n".encode()
    assert intake.identity(raw) == intake.identity(b"Message-ID: <1@x.example>\n\n44\n")


STEPS: list[tuple[object, str]] = [
    (inbox, "content_of"),
    (process, "decided"),
    (execute, "carry_out"),
    (bidding, "place_bid"),
    (bids, "seal"),
    (bids, "write"),
    (inbox, "settle"),
    (hand_notices, "answered_mail"),
    (outbox, "enqueue"),
]


def dying(step: Callable[..., object], after: bool) -> Callable[..., object]:
    """The same, and the worker dies before or after it."""

    def die(*args: object, **more: object) -> object:
        if after:
            step(*args, **more)
        raise SystemExit

    return die


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(("where", "name"), STEPS, ids=[name for _where, name in STEPS])
def test_a_worker_that_dies_at_any_step_leaves_nothing_half_done(
    game: Game, marit: User, where: object, name: str, after: bool
) -> None:
    Notice.objects.all().delete()
    arrive(game, marit, a_reply(marit, legal(game, 0)[0]))
    with (
        patch.object(where, name, dying(getattr(where, name), after)),
        pytest.raises(SystemExit),
    ):
        process.read_all()
    assert not Bid.objects.exists()
    assert InboundMail.objects.get().state == "new"
    assert letters_to(marit) == []

    process.read_all()
    assert Bid.objects.get().changes == 0
    assert letters_to(marit) == ["mail_receipt"]


def test_six_letters_an_hour_and_twenty_a_day(game: Game, marit: User) -> None:
    for _ in range(inbox.LETTERS_AN_HOUR + 1):
        write(game, marit, "show")
    assert len(letters_to(marit)) == inbox.LETTERS_AN_HOUR
    cards = legal(game, 0)
    assert write(game, marit, cards[1]).outcome == "applied"
    assert letters_to(marit).pop() == "mail_receipt", "what is done is said, whatever was asked"
    for _ in range(inbox.LETTERS_A_DAY // inbox.LETTERS_AN_HOUR):
        _an_hour_passes()
        for _ in range(7):
            write(game, marit, "show")
    assert letters_to(marit).count("mail_state") == inbox.LETTERS_A_DAY


def _an_hour_passes() -> None:
    for mail in InboundMail.objects.exclude(settled_at=None):
        mail.settled_at = not_none(mail.settled_at) - inbox.A_DAY / 20
        mail.save()


def test_a_flood_waits_at_its_own_server(game: Game, marit: User) -> None:
    with patch.object(inbox, "MAX_AN_HOUR", 3):
        for _ in range(3):
            arrive(game, marit, a_reply(marit, "show"))
        with pytest.raises(TooMany):
            intake.Replies().knows(reply_address_for(marit, hand_of(game)))


def test_what_mails_said_is_forgotten_after_thirty_days(game: Game, marit: User) -> None:
    mail = write(game, marit, legal(game, 0)[0])
    held = write(game, marit, legal(game, 0)[1], sender="x@elsewhere.example")
    assert inbox.forget_old() == 0
    InboundMail.objects.update(received_at=mail.received_at - inbox.KEPT_FOR - inbox.A_DAY)
    assert inbox.forget_old() == 2
    for row in (mail, held):
        row.refresh_from_db()
        assert row.sealed_raw is None
        assert inbox.result_of(row) == {}
    assert letters_to(marit) == ["mail_receipt", "mail_held"]
