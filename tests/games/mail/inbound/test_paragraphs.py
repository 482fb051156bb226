"""Lines with an empty one between them, as many mail programs send what somebody types."""

import pytest

from accounts.models import User
from games import selectors
from games.models import Bid, Game
from tests.games.mail.inbound.at_table import game, people
from tests.games.mail.inbound.test_long_words import send
from tests.games.making import legal

__all__ = ["game", "people"]  # fixtures
pytestmark = pytest.mark.django_db


def plan_of(user: User, game: Game) -> str:
    seat = selectors.access.seat_of(game, user)
    assert seat is not None
    found = selectors.hands.plans.own_plan(game, seat)
    return found.text if found is not None else ""


@pytest.mark.parametrize("way", ["hand", "table", "several", "person"])
def test_a_plan_goes_on_below_an_empty_line(game: Game, people: list[User], way: str) -> None:
    """Of “then: 14”, the 14 isn't an answer to the hand of now."""
    first, second = legal(game, 0)[:2]
    send(way, people[0], game, f"plan next: {first}\n\nthen: {second}\n\nMarit")
    assert plan_of(people[0], game) == f"next: {first}\nthen: {second}"
    assert not Bid.objects.exists()


def test_what_is_no_part_of_a_plan_stays_an_answer(game: Game, people: list[User]) -> None:
    first, second = legal(game, 0)[:2]
    send("hand", people[0], game, f"plan\n\nnext: {first}\n\n{second}")
    assert plan_of(people[0], game) == f"next: {first}"
    assert Bid.objects.count() == 1


def test_a_quote_ends_a_plan(game: Game, people: list[User]) -> None:
    first, second = legal(game, 0)[:2]
    send("hand", people[0], game, f"plan next: {first}\n\n> quoted\n\nthen: {second}")
    assert plan_of(people[0], game) == f"next: {first}"
