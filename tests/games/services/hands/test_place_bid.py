"""The way in: what is accepted, what is refused, and that a refusal changes nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import encryption
from accounts.models import Program, User
from games import game_secrets, selectors
from games.models import Bid, Game, Hand, IdempotencyKey
from games.refusals import Refused
from games.services import sweep
from games.services.hands import bidding, idempotency_keys, resolving
from games.services.lobby import tables
from tests import database_dump
from tests.games.making import bid, bid_all, fresh, hand_of, legal, person, sealed_bid, table_of
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def refused(code: str, *args: Any, **how: Any) -> Refused:
    """The refusal of this bid; asserts that nothing at all was changed by it."""
    before = everything_stored()
    with pytest.raises(Refused) as caught:
        bidding.place_bid(*args, via="api", **how)
    assert caught.value.code == code
    assert everything_stored() == before
    return caught.value


def everything_stored() -> list[tuple[str, str]]:
    """Every value in the database, with its table and column."""
    return sorted((where, repr(value)) for where, value in database_dump.values())


def test_a_refused_bid_changes_nothing() -> None:
    users, game = table_of(3)
    bid(game, users[0], legal(game, 0)[0], key="one")
    stored = everything_stored()
    assert any(where == "games_bid.given_at" for where, _value in stored)
    refused("malformed", users[0], game.code, 1, "fish", key="two")
    refused("key_reused", users[0], game.code, 1, legal(game, 0)[1], key="one")
    refused("future_hand", users[1], game.code, 2, legal(game, 1)[0])
    refused("bid_changed", users[0], game.code, 1, legal(game, 0)[1], replaces=0)
    refused("not_seated", person("Wim"), game.code, 1, "1")
    bid(game, users[0], legal(game, 0)[0])  # the same again: only when it was given changes
    assert everything_stored() != stored


def test_a_bid_is_sealed_and_its_receipt_given() -> None:
    users, game = table_of(3)
    card = legal(game, 0)[4]
    receipt = bid(game, users[0], card)
    row = Bid.objects.get()

    assert receipt.bid == card
    assert receipt.digest == row.digest
    assert row.opened is None
    assert bytes(card, "ascii") not in bytes(not_none(row.sealed))
    assert sealed_bid(game, 0).notation == card


def test_a_bid_may_be_changed_until_the_hand_is_resolved() -> None:
    users, game = table_of(3)
    low, high = legal(game, 0)[0], legal(game, 0)[-1]
    first = bid(game, users[0], low)
    second = bid(game, users[0], high)

    assert (first.changes, second.changes) == (0, 1)
    assert first.digest != second.digest
    bid(game, users[1])
    bid(game, users[2])
    assert hand_of(game).state == Hand.State.READY
    refused("hand_closed", users[0], game.code, 1, low)
    sweep.sweep()
    assert selectors.observations.opened_bids(game.hands.get(number=1))[0]["notation"] == high


def test_the_same_bid_again_keeps_its_receipt() -> None:
    users, game = table_of(3)

    assert bid(game, users[0], legal(game, 0)[3]) == bid(game, users[0], legal(game, 0)[3])


def test_what_is_not_legal_is_refused_with_what_is() -> None:
    users, game = table_of(3)
    mine = legal(game, 0)
    theirs = next(str(card) for card in range(1, 61) if str(card) not in mine)

    illegal = refused("illegal", users[0], game.code, 1, theirs)
    assert sorted(illegal.hint["legal"]) == sorted(mine)
    assert theirs in illegal.message
    refused("malformed", users[0], game.code, 1, "44 please")
    refused("malformed", users[0], game.code, 1, "x" * 100_000)
    refused("malformed", users[0], game.code, 1, "")


def test_a_card_cannot_be_played_twice() -> None:
    users, game = table_of(3)
    card = legal(game, 0)[0]
    bid_all(game)

    refused("illegal", users[0], game.code, 2, card)


def test_the_hand_must_be_the_open_one() -> None:
    users, game = table_of(3)
    refused("future_hand", users[0], game.code, 2, legal(game, 0)[0])
    bid_all(game)

    stale = refused("stale_hand", users[0], game.code, 1, legal(game, 0)[0])
    assert stale.hint == {"open": 2}


def test_only_who_sits_there_may_bid() -> None:
    users, game = table_of(3)
    refused("not_seated", person("Ute"), game.code, 1, "4")
    refused("unknown_game", users[0], "nosuchgame22", 1, "4")


def test_a_table_that_has_not_started_takes_no_bids() -> None:
    user = person()
    game = tables.make_table(user, tables.TableSettings(name="Terschelling"))
    refused("game_not_running", user, game.code, 0, "4")


def test_who_is_out_of_the_stage_owes_nothing() -> None:
    users, game = table_of(3)
    hand = hand_of(game)
    hand.awaiting = [1, 2]
    hand.save()

    refused("not_awaited", users[0], game.code, 1, legal(game, 0)[0])


def test_an_idempotency_key_answers_the_same_even_after_the_hand_is_resolved() -> None:
    users, game = table_of(3)
    card = legal(game, 0)[2]
    first = bid(game, users[0], card, key="one")
    bid(game, users[1])
    bid(game, users[2])
    sweep.sweep()

    assert bidding.place_bid(users[0], game.code, 1, card, via="api", key="one") == first
    refused("key_reused", users[0], game.code, 2, legal(game, 0)[0], key="one")


def test_it_answers_the_same_even_to_somebody_who_is_suspended_since() -> None:
    """They would read that their answer was not accepted, though it counts."""
    users, game = table_of(3)
    card = legal(game, 0)[2]
    first = bid(game, users[0], card, key="one")
    users[0].suspended_until = timezone.now() + timedelta(days=1)
    users[0].save()

    assert bidding.place_bid(users[0], game.code, 1, card, via="api", key="one") == first
    refused("suspended", users[0], game.code, 1, card, key="two")


def test_a_kept_receipt_is_stored_by_the_names_that_earlier_releases_know() -> None:
    users, game = table_of(3)
    given = bid(game, users[0], key="one")
    row = IdempotencyKey.objects.get()
    stored = encryption.unseal(
        row.sealed_receipt, idempotency_keys.associated_data_of(users[0].pk, "one")
    )

    assert (stored["code"], stored["notation"]) == (game.code, given.bid)
    assert not {"game", "bid"} & set(stored), "an earlier release would not know them"


def test_resolving_twice_is_harmless() -> None:
    users, game = table_of(3)
    hand = hand_of(game)
    for user in users:
        bid(game, user)

    assert [resolving.resolve_hand(hand.pk) for _time in range(3)] == [True, False, False]
    assert fresh(game).hand_number == 2


def test_a_sealed_value_opens_only_in_its_own_place() -> None:
    users, game = table_of(3)
    bid(game, users[0])
    bid(game, users[1])
    mine, other = Bid.objects.order_by("seat__index")

    with pytest.raises(encryption.CannotOpen):
        game_secrets.open_bid(mine, game.code, 1, other.seat.index)


def test_a_bid_that_was_replaced_cannot_be_put_back() -> None:
    users, game = table_of(3)
    first, second = legal(game, 0)[:2]
    bid(game, users[0], first)
    before = Bid.objects.get().sealed
    bid(game, users[0], second)
    Bid.objects.update(sealed=before)

    with pytest.raises(encryption.CannotOpen):
        game_secrets.open_bid(Bid.objects.get(), game.code, 1, 0)


def test_the_state_of_an_earlier_hand_cannot_be_put_back() -> None:
    game = table_of(3)[1]
    before = fresh(game).sealed_state
    bid_all(game)
    assert game_secrets.open_state(fresh(game))
    Game.objects.update(sealed_state=before)

    with pytest.raises(encryption.CannotOpen):
        game_secrets.open_state(fresh(game))


def test_an_answer_that_was_held_up_does_not_replace_a_later_one() -> None:
    """X hangs in a process that stands still, Y is sealed by another one, and X goes on."""
    users, game = table_of(3)
    x, y = legal(game, 0)[:2]

    def place(card: str, replaces: int | None) -> bidding.Receipt:
        return bidding.place_bid(users[0], game.code, 1, card, via="page", replaces=replaces)

    assert place(y, 0).changes == 0
    with pytest.raises(Refused) as refused:
        place(x, 0)
    assert (refused.value.code, refused.value.hint) == ("bid_changed", {"replaces": 1})
    assert sealed_bid(game, 0).notation == y

    assert place(y, 0).bid == y, "the same one again, as by a double click"
    assert place(x, 1).changes == 1
    assert place(y, None).changes == 2, "who says nothing of it replaces what there is"


def test_a_bot_that_somebody_wrote_costs_no_more_and_is_suspended_with_its_owner() -> None:
    """Whether its owner was ever suspended is read with the seat."""
    users, game = table_of(3)
    owner, asked = person("Wim"), []
    for seat, user in enumerate(users[:2]):
        if seat == 1:
            User.objects.filter(pk=user.pk).update(kind=User.Kind.PROGRAM)
            Program.objects.create(user=user, owner=owner)
            user.refresh_from_db()
        with CaptureQueriesContext(connection) as found:
            bid(game, user, legal(game, seat)[0])
        asked.append(len(found))
    assert asked[0] == asked[1]

    User.objects.filter(pk=owner.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    refused("suspended", users[1], game.code, 1, legal(game, 1)[1])
    User.objects.filter(pk=owner.pk).update(suspended_until=timezone.now() - timedelta(days=1))
    bid(game, users[1], legal(game, 1)[1])
