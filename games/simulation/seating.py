"""How people find a table: somebody makes it, the others sit down one after the other."""

import random
from collections.abc import Sequence

from accounts.models import User
from games.models import Seat
from games.services import tables
from games.services.tables import Wish

HOURS = (24, 24, 24, 36, 48)


def lay(number: int, ruleset: str, company: Sequence[User], chance: random.Random) -> None:
    """A table of any pace with these people, which starts as the last of them sits down."""
    maker, *others = company
    wish = _wish(number, ruleset, len(company), chance)
    code = tables.make_table(maker, wish).code
    for user in others:
        tables.join(user, code, policy=chance.choice(Seat.Policy.values))


def _wish(number: int, ruleset: str, seats: int, chance: random.Random) -> Wish:
    """One table in five has a bank of ten days, one in five has weekends off, one in ten hides
    who has answered."""
    bank, hides = chance.random() < 0.2, chance.random() < 0.1
    return Wish(
        ruleset=ruleset,
        name=f"Table {number + 1}",
        seats=seats,
        hours=36 if bank else chance.choice(HOURS),
        bank=240 if bank else 0,
        most=240 if bank else 0,
        weekends=chance.random() < 0.8,
        tells=bank or not hides,
        policy=chance.choice(Seat.Policy.values),
    )
