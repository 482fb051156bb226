"""The 52 suited cards, written as rank and suit letter: `7w` is the 7 of waves.

Throughout this ruleset a card is its notation. The Rowboat, which lies on the table and isn't in
anybody's hand, is written `rowboat` where a card could stand.
"""

from collections.abc import Iterable

from games.catalogue.rowboat.shapes import Trump

SUITS: dict[str, Trump] = {"o": "oars", "w": "waves", "s": "shells", "m": "maps"}
PARTNER = {"o": "w", "w": "o", "s": "m", "m": "s"}  # the other suit of the same colour
RANKS = "A23456789DMSW"  # Anchor, 2 to 9, Dolphin, Mermaid, Seeker, Whale: from weak to strong
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)

LIGHTHOUSE, MOON, ROWBOAT = "lighthouse", "moon", "rowboat"
SPECIALTIES = (LIGHTHOUSE, MOON, ROWBOAT)

_PLACE = {card: place for place, card in enumerate(DECK)}


def value(card: str) -> int:
    """0 for the Anchor to 12 for the Whale."""
    return RANKS.index(card[0])


def suit(card: str) -> str:
    """The suit's letter."""
    return card[1]


def knob(card: str) -> str:
    """The same value in the partner suit: the Knob of a ruling card, and vice versa (2.4)."""
    return card[0] + PARTNER[card[1]]


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards sorted by suit, then by value."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))
