"""Rowboat's cards: which beats which, what must be played, what is married (see rowboat.py)."""

from __future__ import annotations

from typing import Any


class Card:
    """A card that knows its colour, and how it stands to a ruling card."""

    def __init__(self, text: str) -> None:
        self.rank, self.suit = text[0], text[1:]
        self.value = "A23456789DMSW".index(self.rank) + 1
        self.blue = self.suit in "ow"

    def __str__(self) -> str:
        return self.rank + self.suit

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def is_trump(self, ruling: Card) -> bool:
        return self.suit == ruling.suit

    def is_knob(self, ruling: Card) -> bool:
        same = self.value == ruling.value and self.blue == ruling.blue
        return same and self.suit != ruling.suit

    def is_off_coloured(self, ruling: Card) -> bool:
        return self.value == ruling.value and self.blue != ruling.blue


Played = Any  # a card, or "rowboat"


def fourth_suit_at(pack: list[Card]) -> int:
    """How many cards are turned until every suit has been seen."""
    return max(min(i for i, card in enumerate(pack, 1) if card.suit == s) for s in "owsm")


def beats(mine: Played, other: Played, ruling: Card) -> bool:
    """Whether one card is stronger than another; neither is where they tie."""
    if "rowboat" in (mine, other):
        return bool(other != "rowboat")
    for better in (Card.is_knob, Card.is_trump, Card.is_off_coloured):
        if better(mine, ruling) != better(other, ruling):
            return better(mine, ruling)
        if better(mine, ruling) and better is Card.is_off_coloured:
            return False
    return bool(mine.value > other.value)


def strongest(table: list[tuple[int, Played]], ruling: Card) -> int | None:
    """Who takes the trick; of two Rowboats the first."""
    for seat, card in table:
        if card == "rowboat":
            return seat
    for seat, card in table:
        if all(beats(card, other, ruling) for who, other in table if who != seat):
            return seat
    return None


class Holder:
    """What one player holds and has promised (Knobs, by the trick); tricks are counted from 1."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.promised: dict[Card, int | None] = {}
        self.misplays = 0

    def only_trump(self, ruling: Card) -> Card | None:
        trumps = [card for card in self.cards if card.is_trump(ruling)]
        return trumps[0] if len(trumps) == 1 else None

    def knob_later(self, card: Card, tide: list[Card], trick: int) -> int | None:
        for number in range(trick + 1, len(tide) + 1):
            if card.is_knob(tide[number - 1]):
                return number
        return None

    def is_misplay(self, card: Played, tide: list[Card], trick: int) -> bool:
        ruling = tide[trick - 1]
        for promised, when in self.promised.items():
            if (when == trick) != (card == promised) and (when == trick or card == promised):
                return True
        if card == "rowboat" or card.is_trump(ruling) or card.is_knob(ruling):
            return False
        if not any(held.is_trump(ruling) for held in self.cards):
            return False
        only = self.only_trump(ruling)
        return only is None or self.knob_later(only, tide, trick) is None

    def put_down(self, card: Played, tide: list[Card], trick: int, wrong: bool) -> None:
        self.misplays += wrong
        saved = self.saves(card, tide, trick)
        self.promised = {c: t for c, t in self.promised.items() if t != trick and c != card}
        if saved:
            self.promised[saved] = self.knob_later(saved, tide, trick)
        if card != "rowboat":
            self.cards.remove(card)

    def saves(self, card: Played, tide: list[Card], trick: int) -> Card | None:
        """The trump that is kept back by playing this card instead."""
        ruling = tide[trick - 1]
        only = self.only_trump(ruling)
        if only is None or card == only or self.knob_later(only, tide, trick) is None:
            return None
        return None if card == "rowboat" or card.is_knob(ruling) else only
