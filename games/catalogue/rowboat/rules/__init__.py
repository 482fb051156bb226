"""Rowboat, for two to four players: a trick-taking game in which the trump changes every trick.

Numbers in brackets are paragraphs of the published rules, RB-… are our rulings on what these leave
open; neither text is part of this repository. Terms: the *Tide* is the row of face-up cards, one
for each trick; the *ruling card* is that of the current trick, and its *Knob* has the same value
in the partner suit; a *side* is a player or, with four seats, a team; a card saved for the trick
whose Knob it is is *married* to that trick.

A shuffle has no events of its own. What it brings about (the Tide and the deal, unless the Moon
has to be asked for) is reported with the events of the next step.
"""

from collections.abc import Mapping, Sequence

from games.catalogue.rowboat.rules.answering import aside, resolve
from games.catalogue.rowboat.rules.asking import asides, awaiting, legal, ranked
from games.catalogue.rowboat.rules.cards import DECK
from games.catalogue.rowboat.rules.dealing import deck_shuffled, first_dealer
from games.catalogue.rowboat.rules.imagining import imagine
from games.catalogue.rowboat.rules.reading import read
from games.catalogue.rowboat.rules.scoring import seat_scores, winning_seats
from games.catalogue.rowboat.rules.state import Phase, Side, State, empty_deal
from games.catalogue.rowboat.rules.storing import dump, load
from games.catalogue.rowboat.rules.viewing import observation, peek, shown_phase, without_memory
from games.rules.base import Item, Option, OptionValue, Outcome, Position
from games.rules.checks import checked_options, checked_order, checked_seats
from games.rules.errors import BadOptions

__all__ = [
    "OPTIONS",
    "SEATS",
    "SECRET_PHASES",
    "SLUG",
    "VERSION",
    "aside",
    "asides",
    "awaiting",
    "dump",
    "imagine",
    "legal",
    "load",
    "observation",
    "outcome",
    "peek",
    "position",
    "ranked",
    "read",
    "resolve",
    "shuffle_needed",
    "shuffled",
    "start",
    "without_memory",
]

SLUG = "rowboat"
VERSION = 1
SEATS: tuple[int, ...] = (2, 3, 4)
SECRET_PHASES: frozenset[str] = frozenset({"exchange"})
OPTIONS: tuple[Option, ...] = (Option("novice", False), Option("misplays", False))


def start(seats: int, options: Mapping[str, OptionValue]) -> State:
    """The state before the first dealer is drawn. Raises `BadOptions`."""
    count, checked = checked_seats(SEATS, seats), checked_options(OPTIONS, options)
    novice, misplays = checked["novice"] is True, checked["misplays"] is True
    if novice and misplays:
        raise BadOptions("together", known="novice, misplays")
    sides = (Side(),) * (2 if count == 4 else count)
    return State(count, novice, misplays, Phase.DEALER, 1, None, sides, empty_deal(count))


def shuffle_needed(state: State) -> list[Item] | None:
    """The items to shuffle: the seats, for the first dealer; then 52 cards before every stage."""
    if state.phase == Phase.DEALER:
        return list(range(state.seats))
    return list(DECK) if state.phase == Phase.DECK else None


def shuffled(state: State, order: Sequence[Item]) -> State:
    """The state after the shuffle. Raises `BadShuffle`."""
    checked = checked_order(shuffle_needed(state), order)
    if state.phase == Phase.DEALER:
        return first_dealer(state, [int(seat) for seat in checked])
    return deck_shuffled(state, [str(card) for card in checked])


def outcome(state: State) -> Outcome | None:
    """The scores by seat (that of its side) and the winning side's seats; None until the end."""
    if state.phase != Phase.OVER:
        return None
    return Outcome(tuple(seat_scores(state)), winning_seats(state))


def position(state: State) -> Position:
    """The stage and the decision within it; the rules fix neither total."""
    return Position(state.stage, None, state.deal.hand, None, shown_phase(state))
