"""The other world's shuffles differ, and the game could have been played with them."""

import random

import pytest

from accounts import encryption
from games import game_secrets
from games.rules.registry import ruleset
from games.services.hands import plan_rehearsal
from tests.games.making import fresh
from tests.process_fixtures import again
from tests.secrecy import positions, shuffles

pytestmark = pytest.mark.django_db
NAMES = ["tide: some bids are in", "boat: exchange", "ships: damage"]


@pytest.mark.parametrize("name", NAMES)
def test_the_cards_of_others_are_dealt_otherwise(name: str) -> None:
    game = fresh(again(positions.make, name).game)
    dealt = game_secrets.open_shuffles(game)
    for seat in range(game.seat_count):
        other = shuffles.other_shuffles(game, seat, random.Random(1))
        assert other != dealt
        assert [sorted(map(str, order)) for order in other] == [
            sorted(map(str, order)) for order in dealt
        ]


def test_what_a_seat_saw_stays_the_same_in_every_hand() -> None:
    game = fresh(again(positions.make, NAMES[0]).game)
    rules, before = ruleset(game.ruleset), list(plan_rehearsal.replayed(game))
    assert len(before) > 1
    orders = shuffles.other_shuffles(game, 0, random.Random(1))
    game.sealed_shuffles = encryption.seal(
        orders, game_secrets.associated_data_of(game, "shuffles")
    )
    after = list(plan_rehearsal.replayed(game))
    assert [state for _n, state, _b in after] != [state for _n, state, _b in before]
    assert [rules.observation(state, 0) for _n, state, _b in after] == [
        rules.observation(state, 0) for _n, state, _b in before
    ]
