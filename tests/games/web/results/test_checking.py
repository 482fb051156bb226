"""The page that checks a finished game, and finds receipts."""

import pytest
from django.test import Client

from games.models import Bid, Game, Record
from games.services.hands import asides
from tests.games.making import bid, bid_all, fresh, table_of
from tests.games.verification.playing import finished
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def page(game: Game, **query: str) -> str:
    response = Client().get(f"/g/{game.code}/verify/", query)
    assert response.status_code == 200
    return response.content.decode()


def test_every_check_of_a_good_game_passes_on_the_page() -> None:
    game = finished("turn-the-tide")
    text = page(game)

    assert "The record is consistent" in text
    assert "Only what you were given before the end can show" in text
    assert "failed" not in text
    assert f"{Bid.objects.filter(hand__game=game).count()} checks" in text
    for way in ("", "replay/"):
        answer = Client().get(f"/g/{game.code}/{way}").content.decode()
        assert f"/g/{game.code}/verify/" in answer


def test_it_is_compared_with_what_was_given_before() -> None:
    game = finished("turning-tides")
    digest = not_none(game.start)["digest"]
    both = page(game, commitment=game.commitment.upper(), start=f"{digest[:30]} {digest[30:]}")
    other = page(game, commitment="0" * 64)
    rubbish = page(game, start="rubbish")

    assert "It fits what you were given" in both
    assert both.count("It matches the one you were given") == 2
    assert "Something doesn’t add up" in other
    assert "it is another game" in other
    assert "is not 64 digits" in rubbish
    assert "Something doesn’t add up" not in rubbish


def test_the_table_shows_the_whole_commitment_and_what_the_start_binds() -> None:
    game = table_of(3, ruleset="turn-the-tide")[1]
    text = Client().get(f"/g/{game.code}/").content.decode()

    assert game.commitment in text
    assert not_none(game.start)["digest"] in text
    assert len(not_none(game.start)["digest"]) == 64


def test_what_was_altered_is_said_with_its_place() -> None:
    game = finished("turning-tides")
    record = Record.objects.get(game=game)
    record.data["salts"][1]["0"] = "00" * 16
    record.save()
    text = page(game)

    assert "Something doesn’t add up" in text
    assert "hand 2, seat 0: The receipt of this answer would be" in text


def test_a_receipt_is_found_by_its_digest_or_its_beginning() -> None:
    game = finished("turning-tides")
    kept = Bid.objects.get(hand__game=game, hand__number=2, seat__index=1)
    for given in (kept.digest, kept.digest.upper(), f" {kept.digest[:4]} {kept.digest[4:16]} "):
        text = page(game, receipt=given)
        assert "Found: hand 2, seat 1, Joost" in text
        assert not_none(kept.opened)["salt"] in text
    assert "No answer in this game has that receipt" in page(game, receipt="0" * 64)
    for given in ("0123", "rubbish" * 5):
        assert "the first 16 are enough" in page(game, receipt=given)


def test_an_answer_that_was_never_turned_is_found_and_stays_sealed() -> None:
    users, game = table_of(2, ruleset="turning-tides")
    bid_all(game)
    bid_all(game)
    receipt = bid(game, users[0])
    asides.do_aside(users[0], game.code, "surrender")
    asides.do_aside(users[1], game.code, "accept")
    text = page(fresh(game), receipt=receipt.digest)

    assert "The game ended before that hand was turned" in text
    assert receipt.salt not in text


def test_a_running_game_gives_no_record_to_check() -> None:
    game = table_of(3)[1]

    assert Client().get(f"/g/{game.code}/verify/").status_code == 409
