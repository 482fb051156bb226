"""The last bids of a hand at the same instant, on PostgreSQL with real threads.

Without the lock on the game's row each transaction sees only its own bid as committed and
nobody marks the hand READY: it would be stuck without an error.
"""

import threading
from collections import Counter

import pytest
from django.db import close_old_connections, connection, transaction

from games import game_secrets
from games.models import Bid, Game, Hand, Seat
from games.refusals import Refused
from games.services import sweep
from games.services.hands import bidding, resolving
from games.services.lobby import tables
from tests.games.making import fresh, hand_of, legal, people, person, table_of
from tests.games.services.sitting import at_once
from tests.narrowing import not_none

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]


@pytest.mark.parametrize("seats", [3, 5])
def test_the_hand_is_ready_however_the_last_bids_interleave(seats: int) -> None:
    users, game = table_of(seats)
    for number in range(1, 7):
        awaiting = hand_of(game).awaiting  # a seat may be out of the stage by then
        cards = {seat: legal(game, seat)[0] for seat in awaiting}
        at_once(
            *(
                lambda user=users[seat], card=cards[seat], number=number: bidding.place_bid(
                    user, game.code, number, card, via="api"
                )
                for seat in awaiting
            )
        )
        assert game.hands.get(number=number).state == Hand.State.READY
        sweep.sweep()


def test_a_bid_waits_for_the_one_before_it_and_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The forced interleaving: A has stored its bid but not committed when B comes."""
    users, game = table_of(3)
    bidding.place_bid(users[2], game.code, 1, legal(game, 2)[0], via="api")
    cards = [legal(game, seat)[0] for seat in (0, 1)]
    stored, b_has_begun = threading.Event(), threading.Event()

    def a() -> None:
        with transaction.atomic():
            bidding.place_bid(users[0], game.code, 1, cards[0], via="api")
            stored.set()
            assert b_has_begun.wait(10)
            # B stands before the lock now; were there none, it would count only its own bid.
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_sleep(0.3)")

    def b() -> None:
        assert stored.wait(10)
        b_has_begun.set()
        bidding.place_bid(users[1], game.code, 1, cards[1], via="api")

    assert at_once(a, b) == [None, None]
    assert hand_of(game).state == Hand.State.READY


def test_without_the_lock_the_same_interleaving_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proves that the test above can fail: the lock is what makes it pass."""

    def no_lock(code: str) -> object:
        return Game.objects.get(code=code)

    monkeypatch.setattr(game_secrets, "lock_game_by_code", no_lock)
    users, game = table_of(3)
    bidding.place_bid(users[2], game.code, 1, legal(game, 2)[0], via="api")
    cards = [legal(game, seat)[0] for seat in (0, 1)]
    both_stored = threading.Barrier(2)

    def place(seat: int) -> None:
        with transaction.atomic():
            bidding.place_bid(users[seat], game.code, 1, cards[seat], via="api")
            both_stored.wait(10)

    assert at_once(lambda: place(0), lambda: place(1)) == [None, None]
    assert hand_of(game).state == Hand.State.OPEN
    assert Bid.objects.count() == 3


def test_ten_resolvers_at_once_resolve_once() -> None:
    users, game = table_of(3)
    hand = hand_of(game)
    for seat in range(3):
        bidding.place_bid(users[seat], game.code, 1, legal(game, seat)[0], via="api")

    results = at_once(*(lambda: resolving.resolve_hand(hand.pk) for _n in range(10)))
    assert Counter(results) == {False: 9, True: 1}
    assert fresh(game).hand_number == 2


def test_a_change_and_the_resolution_at_once_never_lose_the_bid() -> None:
    """Either the change counts, or it is refused because all cards are in."""
    users, game = table_of(3)
    for seat in (0, 1):
        bidding.place_bid(users[seat], game.code, 1, legal(game, seat)[0], via="api")
    last, changed = legal(game, 2)[0], legal(game, 0)[5]
    first, second = at_once(
        lambda: bidding.place_bid(users[2], game.code, 1, last, via="api"),
        lambda: bidding.place_bid(users[0], game.code, 1, changed, via="api"),
    )
    sweep.sweep()

    assert isinstance(first, bidding.Receipt)
    opened = not_none(Bid.objects.get(hand__game=game, hand__number=1, seat__index=0).opened)[
        "notation"
    ]
    if isinstance(second, bidding.Receipt):
        assert opened == changed
    else:
        assert isinstance(second, Refused)
        assert second.code == "hand_closed"
        assert opened != changed


def test_the_last_seat_goes_to_one_of_two() -> None:
    game = tables.make_table(person("Maker"), tables.TableSettings(name="Race", seats=3, bots=1))
    rivals = people(4)
    results = at_once(*(lambda user=user: tables.join(user, game.code) for user in rivals))

    refusals = [result.code for result in results if isinstance(result, Refused)]
    assert len(refusals) == 3
    assert set(refusals) <= {"already_started", "table_full"}
    assert game.seats.filter(user__in=rivals).count() == 1


def test_a_person_who_joins_twice_at_once_sits_once() -> None:
    game = tables.make_table(person("Maker"), tables.TableSettings(name="Race", seats=5))
    user = person()
    results = at_once(*(lambda: tables.join(user, game.code) for _time in range(4)))

    assert [r.code for r in results if isinstance(r, Refused)] == ["already_seated"] * 3
    assert game.seats.filter(user=user).count() == 1
    assert Seat.objects.filter(game=game, user=None).count() == 3
    close_old_connections()
