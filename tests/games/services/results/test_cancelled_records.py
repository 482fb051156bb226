"""A cancelled game shows its deck and what was played, so that nobody is dealt anew in secret."""

import json

import pytest
from django.test import Client

from games import game_secrets, selectors
from games.models import Bid, Game, Hand, Record
from games.refusals import Refused
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.seats import votes
from games.verification import Known, all_passed, verify
from tests.accounts.making import staff
from tests.all_games import SMALLEST
from tests.games.api.asking import at, client, good
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, bid_all, fresh, hand_of, people, running, table_of, user_at
from tests.games.verification.alone import as_text, refuses
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def cancelled(ruleset: str = "turn-the-tide", hands: int = 2, **wish: object) -> Game:
    """After some hands, with an answer in the one that is open."""
    users = people(SMALLEST[ruleset])
    game = running(users, ruleset=ruleset, **wish)
    for _hand in range(hands):
        bid_all(fresh(game))
    asked = hand_of(fresh(game)).awaiting[0]
    bid(fresh(game), user_at(game, asked))
    for user in users:
        votes.vote(user, game.code, "cancel")
    return fresh(game)


@pytest.mark.parametrize("ruleset", SMALLEST)
def test_its_record_opens_the_secret_and_verifies_as_far_as_it_came(ruleset: str) -> None:
    game = cancelled(ruleset)
    record = selectors.observations.record_of(game)
    known = Known(
        game.commitment, not_none(game.start)["digest"], tuple(record["receipts"][0].values())
    )

    assert game.state == Game.State.CANCELLED
    assert (record["ended"], "outcome" in record) == ("cancelled", False)
    assert record["secret"] == game_secrets.open_secret(game).hex()
    assert record["shuffles"] == game_secrets.open_shuffles(game)
    assert len(record["hands"]) == 2
    assert all_passed(verify(record, known))
    assert not refuses(as_text(record), **known._asdict())


def test_one_without_any_hand_opens_it_too() -> None:
    record = selectors.observations.record_of(cancelled(hands=0))

    assert record["hands"] == []
    assert len(record["shuffles"]) == 2
    assert all_passed(verify(record))
    assert not refuses(as_text(record))


def test_what_was_sealed_in_the_open_hand_stays_sealed() -> None:
    game = cancelled()
    bid = Bid.objects.get(hand__game=game, hand__state=Hand.State.VOID)
    sealed = game_secrets.open_bid(bid, game.code, bid.hand.number, bid.seat.index)
    text = (
        json.dumps(selectors.observations.record_of(game))
        + Client().get(f"/g/{game.code}/").content.decode()
    )

    assert bid.opened is None
    assert sealed.salt not in text
    assert bid.digest not in json.dumps(selectors.observations.record_of(game))
    page = Client().get(f"/g/{game.code}/verify/", {"receipt": bid.digest}).content.decode()
    assert "before that hand was turned" in page
    assert sealed.salt not in page


def test_moderators_who_cancel_open_it_too() -> None:
    game = table_of(3)[1]
    bid_all(game)
    execution.carry_out(staff("Hedda"), "cancel", game.code, CommandInput("asked"))

    assert selectors.observations.record_of(fresh(game))["ended"] == "cancelled"


def test_one_that_moderators_end_as_it_stands_says_so() -> None:
    game = table_of(3)[1]
    bid_all(game)
    execution.carry_out(staff("Hedda"), "end", game.code, CommandInput("asked"))
    record = selectors.observations.record_of(fresh(game))

    assert (record["ended"], "outcome" in record) == ("moderators", False)
    assert all_passed(verify(record))
    assert not refuses(as_text(record))


def test_no_page_leads_to_a_hand_that_was_never_turned() -> None:
    game = table_of(3)[1]
    execution.carry_out(staff("Hedda"), "end", game.code, CommandInput("asked"))
    for way in ("", "verify/", "compare/"):
        assert "/replay/" not in Client().get(f"/g/{game.code}/{way}").content.decode()


def test_the_last_hand_before_moderators_ended_it_has_none_after_it() -> None:
    game = table_of(3)[1]
    bid_all(game)
    execution.carry_out(staff("Hedda"), "end", game.code, CommandInput("asked"))
    assert "/hand/2/" not in Client().get(f"/g/{game.code}/hand/1/").content.decode()


def test_the_page_and_the_api_give_it_out() -> None:
    game = cancelled()
    page = Client().get(f"/g/{game.code}/").content.decode()

    for way in ("verify/", "record.json", "replay/"):
        assert f"/g/{game.code}/{way}" in page
        assert Client().get(f"/g/{game.code}/{way}").status_code == 200
    assert "The game was cancelled here" in Client().get(f"/g/{game.code}/verify/").content.decode()
    assert good(client(None).get(at(game, "record"))) == selectors.observations.record_of(game)
    refused = client(None).get(at(game, "comparison"))
    assert (refused.status_code, refused.json()["code"]) == (409, "game_cancelled")


def test_one_that_was_cancelled_before_there_were_records_says_so() -> None:
    game = cancelled()
    Record.objects.all().delete()

    with pytest.raises(Refused, match="game_cancelled"):
        selectors.observations.record_of(game)
    assert Client().get(f"/g/{game.code}/record.json").status_code == 409
    assert f"/g/{game.code}/verify/" not in Client().get(f"/g/{game.code}/").content.decode()


def test_a_game_that_ended_still_has_a_whole_record() -> None:
    record = selectors.observations.record_of(fast_forward(table_of(3)[1]))

    assert record["ended"] == "rules"
    assert "outcome" in record
