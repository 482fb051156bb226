"""Two games that differ only in what a reader may not know read the same to that reader."""

import random
from dataclasses import replace

import pytest

from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides import wording as told
from games.catalogue.turning_tides.rules.cards import in_order
from games.catalogue.turning_tides.rules.rounds import playable
from games.catalogue.turning_tides.rules.state import CHOOSE, EXECUTE, Deck, State
from games.wording.base import Seating
from tests.rules.driving import play
from tests.sampling import whole

NAMES = ("Marit", "Lotte")
STEP = 1 if whole() else 3  # each game is looked at in every third position, and not the same ones


def everything(state: State, reader: int | None) -> list[object]:
    """All words about a position for one reader."""
    table, seating = rules.observation(state, reader), Seating(NAMES, reader)
    texts: list[object] = [
        told.heading(table),
        told.place(table),
        told.asked(table, seating),
        told.standing(table, seating),
    ]
    if reader is None:
        return texts
    answers = rules.legal(state, reader)
    facts = [told.consequences(table, answer, seating) for answer in answers]
    return [*texts, told.holding(table), answers, facts]


def otherwise(deck: Deck, *, mine: bool) -> Deck:
    """A deck that its reader, or its enemy, cannot tell from this one."""
    pile = deck.pile[::-1]
    if mine or not playable(deck) or not pile:
        return replace(deck, pile=pile)
    *others, last = deck.cards  # "wait" is never the last in order
    return replace(deck, cards=in_order((*others, pile[0])), pile=(*pile[1:], last))


@pytest.mark.parametrize("introduction", [False, True])
def test_no_hidden_card_is_in_any_text(introduction: bool) -> None:
    compared = 0
    for seed in range(25 if whole() else 6):
        options = {"introduction": introduction}
        game = play(rules, 2, options, random.Random(seed), most=120)
        for state in game.states[seed % STEP :: STEP]:
            if state.phase not in (CHOOSE, EXECUTE) or state.winner is not None:
                continue
            for reader in (None, 0, 1):
                decks = tuple(
                    otherwise(deck, mine=seat == reader) for seat, deck in enumerate(state.decks)
                )
                other = replace(state, decks=decks)
                if other == state:
                    continue
                compared += 1
                assert everything(state, reader) == everything(other, reader)
    assert compared > 300


def test_cards_put_away_are_told_to_their_owner_alone() -> None:
    compared = 0
    for seed in range(40 if whole() else 6):
        game = play(rules, 2, {}, random.Random(seed), most=250)
        for state in game.states:
            for seat, deck in enumerate(state.decks):
                if state.phase != CHOOSE or not deck.stowed or not deck.pile or state.unshuffled:
                    continue
                moved = replace(
                    deck,
                    stowed=(deck.pile[0], *deck.stowed[1:]),
                    pile=(deck.stowed[0], *deck.pile[1:]),
                )
                other = state.with_deck(seat, moved)
                compared += 1
                for reader in (None, 1 - seat):
                    assert everything(state, reader) == everything(other, reader)
    assert compared > 20
