"""How people find a table: somebody opens it, and the others join one after another.

Everything about a table depends only on the seed and its number, so two runs have the same tables
with the same people.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from accounts.models import User
from games.models import Seat
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.club.people import DAY, Person

HOURS = (24, 24, 24, 36, 48)


@dataclass(frozen=True)
class Table:
    """A table that the first of its `company` (numbers of people) opens `after` some time; each has
    a policy.
    """

    after: timedelta
    company: tuple[int, ...]
    policies: tuple[str, ...]
    wish: TableSettings


def planned(
    count: int, people: Sequence[Person], seats: int, *, ruleset: str, opening: float, seed: str
) -> list[Table]:
    """Plans `count` tables of these people, within the first `opening` days."""
    numbers = [person.number for person in people]
    return [
        _table(number, random.Random(f"{seed} table {number}"), numbers, seats, ruleset, opening)
        for number in range(count)
    ]


def _table(
    number: int,
    chance: random.Random,
    people: Sequence[int],
    seats: int,
    ruleset: str,
    opening: float,
) -> Table:
    company = tuple(chance.sample(people, seats))
    policies = tuple(chance.choice(Seat.Policy.values) for _person in company)
    wish = _wish(number, ruleset, seats, policies[0], chance)
    return Table(DAY * chance.uniform(0, opening), company, policies, wish)


def create(table: Table, users: Mapping[int, User]) -> None:
    """Opens the table and seats its people; it starts when the last one joins."""
    maker, *others = table.company
    code = tables.make_table(users[maker], table.wish).code
    for number, policy in zip(others, table.policies[1:], strict=True):
        tables.join(users[number], code, policy=policy)


def _wish(
    number: int, ruleset: str, seats: int, policy: str, chance: random.Random
) -> TableSettings:
    """The options: one table in five has a time bank of ten days, one in five has weekends off, one
    in ten hides who has answered.
    """
    bank, hides = chance.random() < 0.2, chance.random() < 0.1
    return TableSettings(
        ruleset=ruleset,
        name=f"Table {number + 1}",
        seats=seats,
        hours=36 if bank else chance.choice(HOURS),
        bank=240 if bank else 0,
        most=240 if bank else 0,
        weekends=chance.random() < 0.8,
        tells=bank or not hides,
        policy=policy,
    )
