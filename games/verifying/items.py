"""Which items a shuffle puts in order, and how they are listed before (docs/records.md, 2).

Found without replaying, so that a record that breaks off can still be checked up to its end.
"""

from collections import Counter

from games.rules.base import Item

RANKS = ("A", *"23456789", *"DMSW")
SHIP_CARDS = ("sailor", "cannon", "move", "navigate", "swing", "fire")
TIDES: list[Item] = [level for level in range(1, 13) for _twice in "ab"]
SUITED: list[Item] = [rank + suit for suit in "owsm" for rank in RANKS]


def canonical(game: str, seats: int, number: int, order: object) -> list[Item] | None:
    """The items of shuffle `number`, as listed before it; None if `order` has others.

    A draw pile of turning-tides holds what the game left in it: its items are those of the
    order, and whether they belong there is found out by the replay.
    """
    if not isinstance(order, list) or not all(type(item) in (int, str) for item in order):
        return None
    if game == "turning-tides":
        known = all(item in SHIP_CARDS for item in order)
        return sorted(order, key=SHIP_CARDS.index) if known else None
    first: list[Item] = list(range(1, 61)) if game == "turn-the-tide" else list(range(seats))
    later = TIDES if game == "turn-the-tide" else SUITED
    items = first if number == 1 else later
    return list(items) if Counter(order) == Counter(items) else None
