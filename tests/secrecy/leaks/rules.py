"""Leaks in the rules: observations, orders, refusals, printed states."""

import json
from collections.abc import Callable
from typing import Any

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.turn_the_tide import rules as turn_the_tide
from games.catalogue.turning_tides import rules as turning_tides
from games.rules.base import Ruleset
from games.rules.errors import Illegal
from tests.secrecy.leaks.planting import Leak, instead

TIDE, BOAT, SHIPS = (rules.SLUG for rules in (turn_the_tide, rowboat, turning_tides))
MODULES = {TIDE: turn_the_tide, BOAT: rowboat, SHIPS: turning_tides}


def _one_more(slug: str, key: str) -> Callable[[Any], Any]:
    """Adds a key with everything hidden to the observation."""
    rules: Ruleset = MODULES[slug]

    def make(observation: Any) -> Any:
        return lambda state, seat: {**observation(state, seat), key: rules.dump(state)}

    return make


def _changed(key: str, value: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Makes an existing key say more."""
    return lambda observation: (
        lambda state, seat: {
            **observation(state, seat),
            key: value(state),
        }
    )


def _legal_of_the_next(read: Any) -> Any:
    """A refusal that lists what somebody else could answer."""

    def reading(state: Any, seat: int, text: str) -> str:
        try:
            return str(read(state, seat, text))
        except Illegal as error:
            others = state.cards[(seat + 1) % state.seats]
            raise Illegal(text, [str(card) for card in others], error.reason) from None

    return reading


def _held_by(read: Any) -> Any:
    """A refusal that says who holds the card."""

    def reading(state: Any, seat: int, text: str) -> str:
        for other, cards in enumerate(state.deal.cards):
            if text.removeprefix("play ") in cards:
                raise Illegal(text, [], f"Seat {other} holds it.")
        return str(read(state, seat, text))

    return reading


def _eager(peek: Any) -> Any:
    """Lets the sand run once for each Knob that the others hold."""

    def peeking(state: Any, seat: int) -> Any:
        runs = sum(map(len, state.deal.married)) - len(state.deal.married[seat])
        return {**peek(state, seat), "runs": runs}

    return peeking


def _by_strength(legal: Any) -> Any:
    """Orders the seat's own answers by what others hold."""

    def listing(state: Any, seat: int) -> list[str]:
        backwards = json.dumps(state.decks[1 - seat].cards) > json.dumps(state.decks[seat].cards)
        return sorted(legal(state, seat), reverse=backwards)

    return listing


def _unseen(observation: Any) -> Any:
    """Leaves the unseen cards in their real order, instead of sorting them."""

    def seen(state: Any, seat: int | None) -> Any:
        table = observation(state, seat)
        for ship, deck in zip(table["ships"], state.decks, strict=True):
            ship["unseen"] = [*deck.cards, *deck.pile, *deck.stowed]
        return table

    return seen


def _plain(_repr: Any) -> Any:
    return lambda state: f"State{tuple(state)}" if isinstance(state, tuple) else _fields(state)


def _fields(state: Any) -> str:
    return " ".join(f"{name}={getattr(state, name)!r}" for name in state.__dataclass_fields__)


LEAKS = [
    Leak("one more key", "rules", TIDE, instead(
        "games.catalogue.turn_the_tide.rules.observation", _one_more(TIDE, "debug"))),
    Leak("one more key", "rules", BOAT, instead(
        "games.catalogue.rowboat.rules.observation", _one_more(BOAT, "state"))),
    Leak("one more key", "rules", SHIPS, instead(
        "games.catalogue.turning_tides.rules.observation", _one_more(SHIPS, "_raw"))),
    Leak("tides to come in their order", "rules", TIDE, instead(
        "games.catalogue.turn_the_tide.rules.observation",
        _changed("tides_left", lambda state: list(state.deck[2 * state.turn :])))),
    Leak("how many misplays everybody has", "rules", BOAT, instead(
        "games.catalogue.rowboat.rules.observation",
        _changed("misplays", lambda state: list(state.deal.misplays)))),
    Leak("unseen cards as they lie", "rules", SHIPS, instead(
        "games.catalogue.turning_tides.rules.observation", _unseen)),
    Leak("the next seat's cards in a refusal", "rules", TIDE, instead(
        "games.catalogue.turn_the_tide.rules.read", _legal_of_the_next)),
    Leak("who holds the card, in a refusal", "rules", BOAT, instead(
        "games.catalogue.rowboat.rules.read", _held_by)),
    Leak("sand for each Knob of the others", "rules", BOAT, instead(
        "games.catalogue.rowboat.rules.peek", _eager)),
    Leak("answers ordered by the enemy's cards", "rules", SHIPS, instead(
        "games.catalogue.turning_tides.rules.legal", _by_strength)),
    Leak("a state that prints itself", "rules", TIDE, instead(
        "games.catalogue.turn_the_tide.rules.state.State.__repr__", _plain)),
    Leak("a deal that prints itself", "rules", BOAT, instead(
        "games.catalogue.rowboat.rules.state.Deal.__repr__", _plain)),
    Leak("a deck that prints itself", "rules", SHIPS, instead(
        "games.catalogue.turning_tides.rules.state.Deck.__repr__", _plain)),
]  # fmt: skip
