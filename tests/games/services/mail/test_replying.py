"""Reply addresses: one for each person and hand, found by a digest, revocable."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.models import Game, Hand, ReplyAddress
from games.services.mail import reply_addresses
from games.services.mail.reply_addresses import address_named, is_good, reply_address_for
from tests.games.making import bid_all, hand_of, user_at, users_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def hand(game: Game) -> Hand:
    return hand_of(game)


def test_every_letter_about_a_hand_has_the_same_address(game: Game, hand: Hand) -> None:
    marit, joost, _aoife = users_at(game)
    assert reply_address_for(marit, hand) == reply_address_for(marit, hand)
    assert reply_address_for(marit, hand) != reply_address_for(joost, hand)
    assert re.fullmatch(r"re-[a-z2-7]{32}@testserver", reply_address_for(marit, hand))
    bid_all(game)
    assert reply_address_for(marit, hand_of(game)) != reply_address_for(marit, hand)


def test_the_database_cannot_tell_an_address(game: Game, hand: Hand) -> None:
    marit = user_at(game, 0)
    secret = reply_address_for(marit, hand)[3:35]
    row = ReplyAddress.objects.get()
    assert row.digest == reply_addresses.digest(secret)
    assert secret.encode() not in bytes(row.sealed_token)
    assert secret not in str(vars(row))


def test_it_is_found_however_it_is_written(game: Game, hand: Hand) -> None:
    marit = user_at(game, 0)
    address = reply_address_for(marit, hand)
    for written in (address, address.upper(), f" {address}\n"):
        found = address_named(written)
        assert found is not None
        assert (found.user, found.hand) == (marit, hand)


@pytest.mark.parametrize("change", ["domain", "letter", "longer", "prefix", "empty"])
def test_any_other_address_is_nobodys(game: Game, hand: Hand, change: str) -> None:
    address = reply_address_for(user_at(game, 0), hand)
    other = {
        "domain": address.replace("testserver", "example.net"),
        "letter": address.replace(address[5], "b" if address[5] != "b" else "c"),
        "longer": "x" + address,
        "prefix": address.removeprefix("re-"),
        "empty": "",
    }[change]
    assert address_named(other) is None


def test_it_is_good_until_the_hand_is_resolved(game: Game, hand: Hand) -> None:
    address = reply_address_for(user_at(game, 0), hand)
    assert is_good(not_none(address_named(address)))
    bid_all(game)
    assert not is_good(not_none(address_named(address)))


def test_a_revoked_one_is_not_good_and_the_next_letter_has_another(game: Game, hand: Hand) -> None:
    marit = user_at(game, 0)
    address = reply_address_for(marit, hand)
    reply_addresses.revoke(marit)
    assert not is_good(not_none(address_named(address)))
    assert reply_address_for(marit, hand) != address


def test_it_is_not_good_for_somebody_who_left_the_seat(game: Game, hand: Hand) -> None:
    address = reply_address_for(user_at(game, 0), hand)
    game.seats.filter(index=0).update(user=None)
    assert not is_good(not_none(address_named(address)))


def test_where_another_worker_was_faster_its_address_is_taken(
    game: Game, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, faster = users_at(game)[:2], []
    drawn = reply_addresses._secret

    def late(*pair: int) -> tuple[str, bytes]:
        monkeypatch.undo()
        faster.append(reply_address_for(people[0], hand))
        return drawn(*pair)

    monkeypatch.setattr(reply_addresses, "_secret", late)
    made = reply_addresses.addresses_for([(user.pk, hand.pk) for user in people])
    found = [reply_addresses.address_of(made[user.pk, hand.pk]) for user in people]
    assert found == [faster[0], reply_address_for(people[1], hand)]


@pytest.mark.django_db(transaction=True)
def test_two_letters_at_once_bear_one_address(game: Game, hand: Hand) -> None:
    marit = user_at(game, 0)

    def ask(_number: int) -> str:
        try:
            return reply_address_for(marit, hand)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as four:
        assert len(set(four.map(ask, range(4)))) == 1
