"""Who took over a seat and lost it before a hand was turned held none: the record says 0."""

from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Record, SeatTenure
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.verification import all_passed, verify
from tests.accounts.making import member, staff
from tests.games.making import bid_all, fresh, table_of
from tests.games.verification.alone import as_text, refuses

pytestmark = pytest.mark.django_db


@pytest.fixture
def hedda() -> User:
    """A moderator."""
    return staff()


def replaced(hedda: User, game: Game, *names: str) -> None:
    """She gives the seat of Joost to these, one after the other."""
    for name in names:
        asked = CommandInput("absent", seat=1, person=member(name).name)
        execution.carry_out(hedda, "replace", game.code, asked)


@pytest.fixture
def game() -> Game:
    """In hand 3."""
    begun = table_of(3)[1]
    bid_all(begun)
    bid_all(begun)
    return fresh(begun)


def held(game: Game) -> list[tuple[str, int, int | None]]:
    rows = SeatTenure.objects.filter(seat__game=game, seat__index=1).order_by("pk")
    return list(rows.values_list("user__name", "from_hand", "until_hand"))


def record(game: Game, hedda: User) -> dict[str, Any]:
    bid_all(game)
    execution.carry_out(hedda, "cancel", game.code, CommandInput("defect"))
    data: dict[str, Any] = Record.objects.get(game=game).data
    assert all_passed(verify(data))
    assert not refuses(as_text(data))
    return data


def spans(record: dict[str, Any]) -> list[tuple[str, int, int | None]]:
    return [(each["name"], each["from_hand"], each["until_hand"]) for each in record["substitutes"]]


def test_whoever_is_replaced_in_their_first_hand_held_none(game: Game, hedda: User) -> None:
    replaced(hedda, game, "Wim", "Fenna")
    told = [("Joost", 1, 2), ("Wim", 3, 0), ("Fenna", 3, None)]
    assert held(game) == told
    assert spans(record(game, hedda)) == told


def test_a_record_says_so_of_rows_that_say_it_in_the_old_way(game: Game, hedda: User) -> None:
    replaced(hedda, game, "Wim", "Fenna")
    SeatTenure.objects.filter(user__name="Wim").update(until_hand=2)
    assert spans(record(game, hedda)) == [("Joost", 1, 2), ("Wim", 3, 0), ("Fenna", 3, None)]


def test_nor_does_whoever_lost_it_while_that_hand_was_taken_back(game: Game, hedda: User) -> None:
    replaced(hedda, game, "Wim")
    done = execution.carry_out(hedda, "take_back", game.code, CommandInput("defect", hand=2))
    replaced(hedda, game, "Fenna")
    execution.undo(hedda, done.entry.number, CommandInput("asked"))
    assert held(game) == [("Joost", 1, 2), ("Wim", 3, 0), ("Fenna", 3, None)]
