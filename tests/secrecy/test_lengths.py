"""The lengths of values in a copy of the database reveal nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import islice

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import BinaryField
from rest_framework.test import APIClient

from accounts import encryption
from accounts.models import User
from games import game_secrets
from games.catalogue.rowboat import rules as rowboat
from games.catalogue.turn_the_tide import rules as turn_the_tide
from games.catalogue.turning_tides import rules as turning_tides
from games.fairness import new_salt
from games.models import Bid, Game, Seat
from games.rules.base import Ruleset
from games.services.hands import bidding
from tests.games.making import hand_of, legal
from tests.narrowing import not_none
from tests.process_fixtures import again
from tests.secrecy import altering, positions
from tests.secrecy.frozen import frozen, same_chance, undone
from tests.secrecy.observers import observers
from tests.secrecy.worlds import courses

Give = Callable[[User, Game, str], None]
SALT = new_salt()
# Positions with many hidden values; with and without answers of others.
NAMES = ("tide: some bids are in", "boat: exchange", "ships: cards are chosen", "ships: damage")


def length_of(bid: str) -> int:
    return len(encryption.seal([bid, SALT], "bid:nm2jy9m2tc6g:7:1"))


@pytest.mark.parametrize("rules", [turn_the_tide, rowboat, turning_tides], ids=lambda r: r.SLUG)
def test_of_no_hand_does_the_length_of_a_bid_tell_which_it_is(rules: Ruleset) -> None:
    """Before padding, lengths identified half of the bids in Turning Tides."""
    choices = 0
    for seats, state in islice(courses(rules, random.Random(7), 120), 0, 900, 6):
        for seat in range(seats):
            legal = rules.legal(state, seat)
            choices += len(legal) > 1
            assert len({length_of(bid) for bid in legal}) <= 1, legal
    assert choices > 50


def lengths() -> dict[str, list[int]]:
    """The lengths of all sealed values in the database, by column, in order."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models():
            for field in model._meta.concrete_fields:
                if isinstance(field, BinaryField):
                    table, column = model._meta.db_table, field.column
                    cursor.execute(
                        f'SELECT octet_length("{column}") FROM "{table}" '
                        f'WHERE "{column}" IS NOT NULL ORDER BY "{model._meta.pk.column}"'
                    )
                    found[f"{table}.{column}"] = [length for (length,) in cursor.fetchall()]
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_state_shuffles_and_bids_are_as_long_in_the_other_world(name: str) -> None:
    position = again(positions.make, name)
    stranger = next(each for each in observers(position) if each.seat is None)
    other = altering.imagine(position, stranger, random.Random(3))
    with undone():
        before = lengths()
        altering.alter_cards(position, stranger, other)
        after = lengths()
    assert before == after
    assert before["games_bid.sealed"]
    assert before["games_game.sealed_state"]


# ------------------------------------------------------------------ whole rows

# Commitments to a bid that don't reveal it (docs/fairness.md): compared by length only.
DIGESTS = {"games_bid.digest", "games_idempotencykey.fingerprint"}


def rows() -> dict[str, list[dict[str, object]]]:
    """Everything in a copy of the database; of sealed values the length."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models():
            table = model._meta.db_table
            cursor.execute(f'SELECT to_jsonb(each) FROM "{table}" AS each ORDER BY 1')
            found[table] = [
                {name: _seen(f"{table}.{name}", value) for name, value in json.loads(row).items()}
                for (row,) in cursor.fetchall()
            ]
    return found


def _seen(column: str, value: object) -> object:
    opaque = column in DIGESTS or (isinstance(value, str) and value.startswith("\\x"))
    return len(str(value)) if opaque else value


def by_page(user: User, game: Game, answer: str) -> None:
    bidding.place_bid(user, game.code, game.hand_number, answer, via="page")


def by_api(user: User, game: Game, answer: str) -> None:
    client = APIClient()
    client.force_authenticate(user)
    way = f"/api/v1/games/{game.code}/hands/{game.hand_number}/bid"
    done = client.put(way, {"bid": answer}, headers={"Idempotency-Key": "one"})
    assert done.status_code in {200, 201}, done.content


def seat_and_choices(game: Game) -> tuple[Seat, list[str]]:
    """A seat that has a choice, if possible one that hasn't answered, and answers that it can still
    give.
    """
    given = {
        bid.seat.index: game_secrets.open_bid(
            bid, game.code, game.hand_number, bid.seat.index
        ).notation
        for bid in Bid.objects.filter(hand=hand_of(game)).select_related("seat")
    }
    seats = game.seats.select_related("user").order_by("index")
    for seat in sorted(seats, key=lambda seat: seat.index in given):
        choices = [one for one in legal(game, seat.index) if one != given.get(seat.index)]
        if len(choices) > 1:
            return seat, choices
    raise LookupError


@pytest.mark.django_db
@pytest.mark.parametrize("give", [by_page, by_api])
@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_answered_the_same_rows_are_there(name: str, give: Give) -> None:
    """The same rows exist by number, order, times and lengths, from the sealing to the end of the
    hand.
    """
    game = again(positions.make, name).game
    seat, choices = seat_and_choices(game)
    copies = []
    with frozen():
        for answer in (choices[0], choices[-1]):
            with undone(numbers=True):
                same_chance()
                give(not_none(seat.user), game, answer)
                assert Bid.objects.filter(hand=hand_of(game), seat=seat).exists()
                copies.append(rows())
    first, last = copies
    assert first == last
