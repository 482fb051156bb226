"""What a machine may have sent counts if it is a certain answer, and gets no answer of its own."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from pytest_django import Settings

from accounts.email.inbound_routes import DIRECT, LMTP
from accounts.models import Notice, User
from accounts.notifications import delivery
from games import selectors
from games.mail.inbound import process
from games.models import Bid, Game, InboundMail
from games.services.mail import reply_addresses
from tests.accounts.sink import listening
from tests.games.mail.inbound.mailing import (
    OURS,
    PASSED,
    VOUCHED,
    a_reply,
    arrive,
    letters_to,
    newest,
    stored,
    write,
)
from tests.games.mail.reading import begun, started
from tests.games.making import bid_all, hand_of, legal, settle, user_at, users_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
WEAK = (
    {"X-Auto-Response-Suppress": "All"},
    {"Precedence": "bulk"},
    {"Precedence": "list"},
    {"List-Unsubscribe": "<mailto:leave@company.example>"},
)


def sealed(game: Game) -> str | None:
    own = selectors.observations.own_bid(game, hand_of(game), 0)
    return own.notation if own is not None else None


@pytest.mark.parametrize("headers", WEAK, ids=lambda each: "-".join(*each.items()))
def test_a_card_counts_and_no_letter_answers_it(
    game: Game, marit: User, headers: dict[str, str]
) -> None:
    card = legal(game, 0)[0]
    mail = write(game, marit, f"Hi,\n\n{card}\n\nMarit\n-- \nA company", **headers)
    assert (mail.outcome, sealed(game)) == ("applied", card)
    assert letters_to(marit) == []


@pytest.mark.parametrize(
    "body",
    ["help", "extend", "pass my turns to a bot", "say {0}", "{0}?", "I am away until\n{0}\nor so",
     "{0}\n{1}", "{other}", "Ticket 5 was opened for you."],
)  # fmt: skip
def test_nothing_else_does_anything(game: Game, marit: User, body: str) -> None:
    text = body.format(*legal(game, 0), other=legal(game, 1)[0])
    mail = write(game, marit, text, Precedence="bulk")
    assert (mail.outcome, mail.state) == ("automatic", "done")
    assert letters_to(marit) == []
    assert not Bid.objects.exists()
    assert not game.seats.get(index=0).absence
    assert not game.messages.exists()


@pytest.mark.parametrize(
    "more", ["say hello", "Note: this came from outside", "pass my turns to a bot"]
)
def test_nothing_beside_a_card_does_anything(game: Game, marit: User, more: str) -> None:
    card = legal(game, 0)[0]
    write(game, marit, f"{card}\n{more}", Precedence="bulk")
    assert sealed(game) == card
    assert not game.messages.exists()
    assert not marit.notes.exists()
    assert not game.seats.get(index=0).absence


@pytest.mark.parametrize(
    "headers",
    [{"Auto-Submitted": "auto-replied"}, {"Precedence": "auto_reply"}, {"X-Autoreply": "yes"}],
)
def test_a_certain_sign_of_a_machine_outweighs_a_weak_one(
    game: Game, marit: User, headers: dict[str, str]
) -> None:
    both = {**headers, "List-Unsubscribe": "<mailto:leave@company.example>"}
    assert write(game, marit, legal(game, 0)[0], **both).outcome == "automatic"
    assert sealed(game) is None


def test_somebody_elses_is_not_even_held(game: Game, marit: User) -> None:
    sent = {"Precedence": "bulk", "sender": "somebody@elsewhere.example"}
    assert write(game, marit, legal(game, 0)[0], **sent).outcome == "automatic"
    assert letters_to(marit) == []


def told_in_the_next_letter(marit: User) -> str:
    """Of the last mail; no letter answers it."""
    mail = newest()
    assert (mail.state, letters_to(marit), Bid.objects.exists()) == ("done", [], False)
    return mail.held_back


def test_a_card_that_cannot_be_believed_is_told_in_the_next_letter(game: Game, marit: User) -> None:
    """Straight from a stranger's server, or where only mail that somebody vouches for counts."""
    card = legal(game, 0)[0]
    arrive(game, marit, a_reply(marit, card, Precedence="bulk"), origin=DIRECT)
    process.read_all()
    assert told_in_the_next_letter(marit) == "mail_held"
    User.objects.filter(pk=marit.pk).update(strict_mail=True)
    write(game, marit, legal(game, 0)[1], Precedence="bulk")
    assert told_in_the_next_letter(marit) == "mail_held"
    write(game, marit, "I am away", Precedence="bulk")  # which is no answer
    assert told_in_the_next_letter(marit) == ""


def test_so_are_lines_about_several_hands(game: Game, marit: User) -> None:
    User.objects.filter(pk=marit.pk).update(strict_mail=True)
    row = reply_addresses.address_of_several(marit, [hand_of(game)])
    for body, told in (("1: say hello", ""), (f"1: {legal(game, 0)[0]}", "mail_held")):
        stored(reply_addresses.address_of(row), a_reply(marit, body, Precedence="bulk"))
        process.read_all()
        assert told_in_the_next_letter(marit) == told


def test_a_card_for_a_hand_that_is_over_is_told_in_the_next_letter(
    game: Game, marit: User, settings: Settings
) -> None:
    settings.AUTHSERV_ID = OURS
    to = reply_addresses.reply_address_for(marit, hand_of(game))
    bid_all(game)
    settle(game)
    stored(to, a_reply(marit, "44", Precedence="bulk", **{VOUCHED: PASSED}), LMTP)
    process.read_all()
    assert (newest().outcome, newest().held_back) == ("past", "mail_state")
    assert letters_to(marit) == []


def test_a_card_that_came_too_late_is_told_in_the_next_letter(game: Game, marit: User) -> None:
    late = hand_of(game).deadline + timedelta(seconds=1)
    with patch("django.utils.timezone.now", return_value=late):
        mail = write(game, marit, legal(game, 0)[0], Precedence="bulk")
    assert (mail.outcome, mail.held_back, letters_to(marit)) == ("late", "mail_state", [])


def test_several_hands(game: Game, marit: User) -> None:
    other = started(users_at(game), name="Texel")
    row = reply_addresses.address_of_several(marit, [hand_of(game), hand_of(other)])
    card = legal(other, 0)[0]
    for body in ("vacation 3 days", "44", f"1: say hello\n2: {card}\n2: pass my turns to a bot"):
        stored(reply_addresses.address_of(row), a_reply(marit, body, Precedence="bulk"))
        process.read_all()
    outcomes = InboundMail.objects.order_by("pk").values_list("outcome", flat=True)
    assert list(outcomes) == ["automatic", "automatic", "lines"]
    assert (sealed(game), sealed(other)) == (None, card)
    assert not game.messages.exists()
    assert not other.seats.get(index=0).absence
    assert not marit.vacations.exists()
    assert letters_to(marit) == []


@pytest.mark.django_db(transaction=True)
def test_the_next_letter_tells_that_it_counted(settings: Settings) -> None:
    game = begun(3)
    marit = user_at(game, 0)
    Notice.objects.all().delete()
    write(game, marit, legal(game, 0)[0], Precedence="bulk")
    write(game, marit, "show")
    with listening(settings) as sink:
        delivery.deliver()
    (mail,) = sink.mails
    text = " ".join(not_none(mail.get_body(("plain",))).get_content().replace("| ", "").split())
    assert "it was carried out" in text
