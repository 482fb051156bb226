"""A copy of the database tells nothing by how long what it holds is."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import BinaryField

from accounts import sealed
from games.rules import rowboat, turn_the_tide, turning_tides
from games.sealing import new_salt
from tests.secrecy import altering, positions
from tests.secrecy.observers import observers
from tests.secrecy.stillness import undone
from tests.secrecy.worlds import courses

SALT = new_salt()
# Positions in which much is hidden; in which others have answered, and not.
NAMES = ("tide: some bids are in", "boat: exchange", "ships: cards are chosen", "ships: damage")


def length_of(bid: str) -> int:
    return len(sealed.seal([bid, SALT], "bid:nm2jy9m2tc6g:7:1"))


@pytest.mark.parametrize("rules", [turn_the_tide, rowboat, turning_tides], ids=lambda r: r.SLUG)
def test_of_no_hand_does_the_length_of_a_bid_tell_which_it_is(rules: object) -> None:
    """Measured before: it singled out half of the bids of Turning Tides among the legal ones."""
    choices = 0
    for seats, state in islice(courses(rules, random.Random(7), 120), 0, 900, 6):
        for seat in range(seats):
            legal = rules.legal(state, seat)
            choices += len(legal) > 1
            assert len({length_of(bid) for bid in legal}) <= 1, legal
    assert choices > 50


def lengths() -> dict[str, list[int]]:
    """By column, the lengths of all that is sealed in the database, in order."""
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
    position = positions.make(name)
    stranger = next(each for each in observers(position) if each.seat is None)
    other = altering.imagine(position, stranger, random.Random(3))
    with undone():
        before = lengths()
        altering.alter_cards(position, stranger, other)
        after = lengths()
    assert before == after
    assert before["games_bid.sealed"]
    assert before["games_game.sealed_state"]
