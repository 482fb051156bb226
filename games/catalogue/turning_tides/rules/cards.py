"""The cards of Turning Tides: names, order, hierarchy, and the set of a seat.

Source: the rules, paragraphs 3.1 and 3.6.
"""

from collections.abc import Iterable
from itertools import combinations

Cards = tuple[str, ...]

WAIT = "wait"
SAILOR = "sailor"
CANNON = "cannon"
MOVE = "move"
NAVIGATE = "navigate"
SWING = "swing"
FIRE = "fire"

ORDER: Cards = (SAILOR, CANNON, MOVE, NAVIGATE, SWING, FIRE)  # records.md, section 2

# The order in which cards are carried out (3.6). The rulebook's card that shows it is lost (TD-10).
HIERARCHY = {WAIT: 1, SAILOR: 2, CANNON: 2, MOVE: 3, NAVIGATE: 4, SWING: 5, FIRE: 6}
PROMOTION_LEVEL = 7

DRAW_PILE: Cards = (SAILOR, CANNON, CANNON, MOVE, NAVIGATE, SWING, FIRE)
EXCHANGE: Cards = (SAILOR, SWING, FIRE, FIRE)
INTRODUCTION_EXCHANGE: Cards = (FIRE, FIRE)  # 3.12(2)

_RANK = {card: rank for rank, card in enumerate((WAIT, *ORDER))}


def rank_of(word: str) -> int:
    """A card's rank in the order of the records, with wait first; -1 for other words."""
    return _RANK.get(word, -1)


def in_order(cards: Iterable[str]) -> Cards:
    """The cards in the order of the records: sailor, cannon, move, navigate, swing, fire."""
    return tuple(sorted(cards, key=_RANK.__getitem__))


def without(cards: Cards, gone: Iterable[str]) -> Cards:
    """The cards without `gone`, one for one. Raises `ValueError` if one is missing."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def selections(cards: Cards, size: int) -> list[Cards]:
    """All distinct selections of `size` of these cards, each in order."""
    return sorted(set(combinations(in_order(cards), size)))
