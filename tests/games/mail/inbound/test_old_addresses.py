"""Replies to addresses that mean nothing any more: a letter says why, and can be answered."""

from email.message import EmailMessage
from unittest.mock import patch

import pytest
from pytest_django import Settings

from accounts.email.inbound_routes import LMTP
from accounts.models import User
from games.mail import held_back
from games.mail.inbound import confirmation, process
from games.models import Bid, Game, Vote
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.mail import inbox, reply_addresses
from games.services.mail.reply_addresses import reply_address_for
from games.services.seats import absence, substitutes, votes
from tests.accounts.making import member
from tests.games.mail.inbound.at_table import table_address
from tests.games.mail.inbound.mailing import (
    OURS,
    PASSED,
    VOUCHED,
    a_reply,
    letters_to,
    newest,
    stored,
)
from tests.games.mail.reading import begun, letter, notice, started, words
from tests.games.making import bid_all, hand_of, legal, users_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(settings: Settings) -> Game:
    settings.AUTHSERV_ID = OURS
    return begun(3)


def vouched(user: User, body: str) -> EmailMessage:
    return a_reply(user, body, **{VOUCHED: PASSED})


def told(user: User, to: str, kind: str, body: str = "44") -> str:
    """What the letter says that answers a mail to that address."""
    stored(to, vouched(user, body), LMTP)
    process.read_all()
    return words(letter(user, kind))


def replaced(game: Game, user: User) -> None:
    absence.leave(user, game.code)
    substitutes.take(member("Wim"), game.code, 0)


def test_whoever_was_replaced_is_told_so(game: Game, marit: User) -> None:
    to = reply_address_for(marit, hand_of(game))
    replaced(game, marit)
    assert "a table where you have no seat now" in told(marit, to, "mail_table")


@pytest.mark.parametrize("about", ["hand", "hands", "table"])
def test_a_revoked_address_is_called_that(game: Game, marit: User, about: str) -> None:
    hand = hand_of(game)
    several = reply_addresses.address_of(reply_addresses.address_of_several(marit, [hand]))
    to, kind, says = {
        "hand": (reply_address_for(marit, hand), "mail_state", "You have new reply addresses"),
        "hands": (several, "mail_lines", "You have new reply addresses"),
        "table": (table_address(marit, game), "mail_table", "That address no longer works for you"),
    }[about]
    reply_addresses.revoke(marit)
    said = told(marit, to, kind)
    assert says in said
    for untrue in ("over", "no longer sit", "None of the hands"):
        assert untrue not in said


@pytest.mark.parametrize("about", ["hand", "hands", "table"])
def test_a_mail_that_came_before_waits_to_be_confirmed(game: Game, marit: User, about: str) -> None:
    """It isn't carried out, since it may be what they revoked their addresses for."""
    several = reply_addresses.address_of_several(marit, [hand_of(game)])
    to, says = {
        "hand": (reply_address_for(marit, hand_of(game)), legal(game, 0)[0]),
        "hands": (reply_addresses.address_of(several), f"1: {legal(game, 0)[0]}"),
        "table": (table_address(marit, game), "pause"),
    }[about]
    stored(to, vouched(marit, says), LMTP)
    reply_addresses.revoke(marit)
    process.read_all()
    assert not Bid.objects.exists()
    assert not Vote.objects.exists()
    assert letters_to(marit) == ["mail_held"]

    assert confirmation.confirm(newest().pk) is not None
    assert Bid.objects.exists() or Vote.objects.exists()


def test_what_was_asked_before_is_confirmed_no_more(game: Game, marit: User) -> None:
    """The link to confirm it is in a mailbox that may be somebody else's by now."""
    to = reply_address_for(marit, hand_of(game))
    stored(to, a_reply(marit, legal(game, 0)[0], sender="x@else.example"))
    process.read_all()
    assert letters_to(marit) == ["mail_held"]
    reply_addresses.revoke(marit)

    assert confirmation.confirm(newest().pk) is None
    assert not Bid.objects.exists()


@pytest.mark.parametrize("about", ["hand", "hands", "table"])
def test_whoever_was_replaced_since_their_mail_came_is_told(
    game: Game, marit: User, about: str
) -> None:
    several = reply_addresses.address_of_several(marit, [hand_of(game)])
    to, kind = {
        "hand": (reply_address_for(marit, hand_of(game)), "mail_table"),
        "hands": (reply_addresses.address_of(several), "mail_lines"),
        "table": (table_address(marit, game), "mail_table"),
    }[about]
    absence.leave(marit, game.code)
    stored(to, a_reply(marit, "44"))
    substitutes.take(member("Wim"), game.code, 0)
    process.read_all()
    assert letters_to(marit) == [kind]


def test_whose_kept_seat_was_given_up_since_they_accepted_is_told(marit: User) -> None:
    others = [member(name) for name in ("Wim", "Ute", "Henning")]
    table = tables.make_table(others[0], TableSettings(name="Texel", seats=4))
    for user in others[1:]:
        tables.join(user, table.code)
    invitations.keep_seat(others[0], table.code, marit)
    stored(table_address(marit, table), a_reply(marit, "accept"))
    tables.start(others[0], table.code)
    process.read_all()
    assert "none is kept for you" in words(letter(marit, "mail_table"))


def test_whoever_was_replaced_before_is_told_nothing_unless_it_is_certainly_theirs(
    game: Game, marit: User
) -> None:
    to = reply_address_for(marit, hand_of(game))
    replaced(game, marit)
    stored(to, a_reply(marit, "44"))
    process.read_all()
    assert letters_to(marit) == []


def test_what_a_stranger_sends_is_not_told(game: Game, marit: User) -> None:
    to = reply_address_for(marit, hand_of(game))
    reply_addresses.revoke(marit)
    stored(to, a_reply(marit, "44", sender="x@else.example"))
    process.read_all()
    assert letters_to(marit) == []


def test_of_several_hands_one_was_at_a_seat_that_is_another_persons(
    game: Game, marit: User
) -> None:
    other = started(users_at(game))
    hands = [hand_of(game), hand_of(other)]
    to = reply_addresses.address_of(reply_addresses.address_of_several(marit, hands))
    replaced(game, marit)
    said = told(marit, to, "mail_lines", f"1: 44\n2: {legal(other, 0)[0]}")
    assert "You wrote “44”. You no longer sit at this table." in said
    assert "hand that is over" not in said


def first_words(user: User) -> str:
    """What stands at the top of the next letter to this person."""
    return " ".join(each.words for each in held_back.first(notice(user, "your_move")))


def test_the_second_of_a_day_is_told_with_the_next_letter(game: Game, marit: User) -> None:
    other = started(users_at(game), name="Texel")
    addresses = [reply_address_for(marit, hand_of(each)) for each in (game, other)]
    for each in (game, other):
        bid_all(each)
    for to in (*addresses, addresses[1]):
        stored(to, vouched(marit, "44"), LMTP)
        process.read_all()
    assert letters_to(marit) == ["mail_state"]
    said = first_words(marit)
    assert said.count("table Texel: Your e-mail was about a hand that is over") == 1


@pytest.mark.parametrize("same", [True, False])
def test_a_machine_s_mail_uses_up_no_letter(game: Game, marit: User, same: bool) -> None:
    other = started(users_at(game), name="Texel")
    first, second = (reply_address_for(marit, hand_of(each)) for each in (game, other))
    for each in (game, other):
        bid_all(each)
    for _twice in range(2):
        stored(first, a_reply(marit, "44", Precedence="bulk", **{VOUCHED: PASSED}), LMTP)
    process.read_all()
    assert letters_to(marit) == []
    assert first_words(marit).count("a hand that is over") == 1
    assert "a hand that is over" in told(marit, first if same else second, "mail_state")


def test_what_was_held_back_names_its_own_table(game: Game, marit: User) -> None:
    people = reply_addresses.addresses_of_people([marit.pk])
    several = reply_addresses.address_of_several(marit, [hand_of(game)])
    for to in (
        table_address(marit, game),
        reply_addresses.address_of(people[marit.pk]),
        reply_addresses.address_of(several),
    ):
        stored(to, vouched(marit, "> 44"), LMTP)
    with patch.object(inbox, "may_write", return_value=False):
        process.read_all()
    at_table, at_own, lines = (each.words for each in held_back.first(notice(marit, "your_move")))
    assert ", table Schiermonnikoog: There was nothing above our own text" in at_table
    assert "several tables" not in at_own
    assert "done by number" not in lines


def test_a_cancelled_game_is_shown_as_one(game: Game, marit: User) -> None:
    to = reply_address_for(marit, hand_of(game))
    for user in users_at(game):
        votes.vote(user, game.code, "cancel")
    assert "The game is cancelled" in told(marit, to, "mail_state")
