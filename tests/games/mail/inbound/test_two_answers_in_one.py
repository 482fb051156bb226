"""By mail, too, a card may be written together with what it is to do."""

import pytest

from games import selectors
from games.mail.inbound import process
from games.models import Game
from games.services.mail import reply_addresses
from tests.games.mail.inbound.mailing import a_reply, newest, stored, write
from tests.games.mail.reading import letter, members, started, words
from tests.games.making import bid, bid_all, fresh, hand_of, legal, user_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db

TO_5, TO_7 = "move captain 6 to 5", "move captain 6 to 7"


@pytest.fixture
def game() -> Game:
    """Seat 0 may choose Move."""
    game = started(members(2), ruleset="turning-tides")
    while hand_of(game).phase != "choose" or "move" not in legal(game, 0):
        bid_all(game)
    return fresh(game)


def sealed(game: Game) -> tuple[str, str]:
    own = not_none(selectors.observations.own_bid(fresh(game), hand_of(game), 0))
    return own.notation, selectors.hands.plans.follow_of(fresh(game), hand_of(game), 0)


@pytest.mark.parametrize("text", [TO_7, "Beweeg de kapitein van 6 naar 7.", f"Hello,\n\n{TO_7}"])
def test_both_are_sealed_and_the_receipt_says_so(game: Game, text: str) -> None:
    assert write(game, user_at(game, 0), text).outcome == "applied"
    assert sealed(game) == ("move", "captain 6 to 7")
    assert f"({TO_7})" in words(letter(user_at(game, 0), "mail_receipt"))


def test_among_other_words_both_are_asked_back(game: Game) -> None:
    marit = user_at(game, 0)
    assert write(game, marit, f"I think {TO_7} now").outcome == "asked"
    assert f"“{TO_7}”" in words(letter(marit, "mail_table"))
    write(game, marit, "yes")
    assert sealed(game) == ("move", "captain 6 to 7")


def test_in_a_numbered_line(game: Game) -> None:
    marit = user_at(game, 0)
    row = reply_addresses.address_of_several(marit, [hand_of(game)])
    stored(reply_addresses.address_of(row), a_reply(marit, f"1: {TO_7}"))
    process.read_all()
    assert newest().outcome == "lines"
    assert sealed(game) == ("move", "captain 6 to 7")


def test_a_card_that_is_not_held_is_no_answer(game: Game) -> None:
    does = {"sailor": "sailor at 3", "fire": "fire from 5", "swing": "swing from 5"}
    missing = next(does[card] for card in does if card not in legal(game, 0))
    assert write(game, user_at(game, 0), missing).outcome == "refused"


def test_undo_brings_back_both(game: Game) -> None:
    marit = user_at(game, 0)
    other = next(card for card in legal(game, 0) if card != "move")
    for text in (TO_7, other, "undo"):
        write(game, marit, text)
    assert sealed(game) == ("move", "captain 6 to 7")


def test_undo_brings_back_what_the_same_card_was_to_do(game: Game) -> None:
    marit = user_at(game, 0)
    for text, stands in ((TO_7, "7"), (TO_5, "5"), ("undo", "7"), ("undo!", "5")):
        assert write(game, marit, text).outcome == "applied"
        assert sealed(game) == ("move", f"captain 6 to {stands}")


def test_undo_leaves_what_the_card_is_to_do_by_the_page_since(game: Game) -> None:
    marit = user_at(game, 0)
    for text in (TO_7, TO_5):
        write(game, marit, text)
    bid(game, marit, "move")
    assert write(game, marit, "undo").outcome == "refused"
    assert sealed(game) == ("move", "")
