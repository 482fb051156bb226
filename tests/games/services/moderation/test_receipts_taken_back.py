"""The receipts kept under Idempotency-Keys go with the bids that are taken back, and come back
with them."""

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import User
from games import links
from games.models import Bid, Game, IdempotencyKey
from games.refusals import Refused
from games.services.hands import bidding, idempotency_keys
from games.services.hands.bidding import Receipt
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import erasure
from games.services.seats import absence, substitutes
from tests.accounts.making import staff
from tests.games.making import bid_all, fresh, hand_of, legal, person, table_of

pytestmark = pytest.mark.django_db
Begun = tuple[User, Game, Receipt]


@pytest.fixture
def begun() -> Begun:
    """Hand 1 is resolved, in which the first player's bid had the key `k`."""
    users, game = table_of(3)
    receipt = sent(users[0], game, legal(game, 0)[0])
    bid_all(game)
    return users[0], fresh(game), receipt


def sent(user: User, game: Game, text: str, key: str = "k", hand: int = 1) -> Receipt:
    return bidding.place_bid(user, game.code, hand, text, via="api", key=key)


def take_back(game: Game, hand: int = 1) -> Callable[[], object]:
    """Takes the game back; returns what undoes that."""
    actor, how = staff(), CommandInput("defect", hand=hand)
    entry = execution.carry_out(actor, "take_back", game.code, how).entry
    return lambda: execution.undo(actor, entry.number, CommandInput("asked"))


def test_a_void_bid_has_no_receipt_once_the_hand_is_resolved_anew(begun: Begun) -> None:
    user, game, first = begun
    take_back(game)
    other = sent(user, game, legal(game, 0)[1], "other")
    bid_all(game)
    with pytest.raises(Refused, match="stale_hand"):
        sent(user, game, first.bid)
    assert sent(user, game, other.bid, "other") == other


def test_what_is_before_that_hand_and_elsewhere_keeps_its_receipt(begun: Begun) -> None:
    user, game, first = begun
    made = idempotency_keys.made_once(user, "table", {}, lambda: "k7m2")
    later = sent(user, game, legal(game, 0)[0], "later", hand=2)
    bid_all(game)
    undo = take_back(game, hand=2)
    assert sent(user, game, first.bid) == first
    assert idempotency_keys.made_once(user, "table", {}, lambda: "another") == made
    assert not idempotency_keys.is_used(user, "later")
    undo()
    assert sent(user, game, later.bid, "later", hand=2) == later


def test_once_put_back_a_bid_has_the_receipt_that_it_had(begun: Begun) -> None:
    user, game, first = begun
    kept = IdempotencyKey.objects.values("key", "fingerprint", "created_at").get()
    undo = take_back(game)
    assert sent(user, game, first.bid) != first
    other = sent(user, game, legal(game, 0)[1], "other")
    undo()
    assert sent(user, game, first.bid) == first
    assert first.digest == Bid.objects.get(hand__number=1, seat__index=0).digest
    assert IdempotencyKey.objects.values("key", "fingerprint", "created_at").get() == kept
    with pytest.raises(Refused, match="stale_hand"):
        sent(user, game, other.bid, "other")


def test_a_key_that_was_used_for_something_else_since_stays_so(begun: Begun) -> None:
    user, game, _first = begun
    undo = take_back(game)
    again = partial(idempotency_keys.made_once, user, "k", {}, lambda: "k7m2")
    made = again()
    undo()
    assert again() == made
    assert hand_of(game).number == 2


def test_whoever_deleted_their_account_since_gets_none_back(begun: Begun) -> None:
    user, game, _first = begun
    undo = take_back(game)
    erasure.forget(user)
    undo()
    assert not IdempotencyKey.objects.exists()


def test_what_counts_no_more_since_the_seat_changed_hands_gets_none_back(begun: Begun) -> None:
    user, game, first = begun
    open_bid = sent(user, game, legal(game, 0)[0], "open", hand=2)
    undo = take_back(game)
    wim, link = person("Wim"), links.link_token(game)
    for leaves, comes in ((user, wim), (wim, user)):
        absence.leave(leaves, game.code)
        substitutes.take(comes, game.code, 0, link=link)
    undo()
    assert sent(user, game, first.bid) == first, "the bids of resolved hands count again"
    assert not hand_of(fresh(game)).bids.exists()
    assert sent(user, game, open_bid.bid, "open", hand=2) != open_bid
    assert hand_of(fresh(game)).bids.exists()
