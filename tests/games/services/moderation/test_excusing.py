"""A miss that is excused counts no more, also not among those in a row."""

import pytest

from games.models import Seat
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import staff
from tests.games.making import table_of
from tests.games.services.sitting import miss, seat

pytestmark = pytest.mark.django_db


def misses(row: Seat) -> tuple[int, int]:
    return row.misses, row.misses_in_row


def test_each_that_is_excused_counts_one_less_in_all_and_in_a_row() -> None:
    _users, game = table_of(3, offer=0)
    for _hand in range(3):
        miss(game, 2)
    assert misses(seat(game, 2)) == (3, 3)
    for hand, left in ((2, 2), (3, 1)):
        given = CommandInput("asked", hand=hand, seat=2)
        execution.carry_out(staff(f"Hedda{hand}"), "excuse", game.code, given)
        assert misses(seat(game, 2)) == (left, left)
