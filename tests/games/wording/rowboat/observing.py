"""Games of Rowboat for the words about them: played by chance that is always the same."""

import random
from collections.abc import Iterator
from typing import Any

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.state import State
from games.catalogue.rowboat.shapes import Observation
from games.wording import Seating

NAMES = ("Marit", "Joost", "Aoife", "Henning")


def seating(reader: int | None = 0, seats: int = 2) -> Seating:
    return Seating(NAMES[:seats], reader)


def positions(seats: int, seed: int = 1, most: int = 400, **options: bool) -> Iterator[Any]:
    """Each step of a game: the state before, the events, the state after."""
    chance, state = random.Random(seed), rowboat.start(seats, options)
    for _step in range(most):
        state = dealt(state, chance)
        if rowboat.outcome(state):
            return
        acts = [seat for seat in range(seats) if rowboat.asides(state, seat)]
        if acts and chance.random() < 0.1:
            step = rowboat.aside(state, acts[0], "lighthouse")
        else:
            owing = rowboat.awaiting(state)
            step = rowboat.resolve(state, {s: _choice(state, s, chance) for s in owing})
        yield state, events_of(step.events), step.state
        state = step.state


def _choice(state: State, seat: int, chance: random.Random) -> str:
    return chance.choice(rowboat.legal(state, seat))


def dealt(state: State, chance: random.Random) -> State:
    """Shuffles whatever is to be shuffled."""
    while (items := rowboat.shuffle_needed(state)) is not None:
        chance.shuffle(items)
        state = rowboat.shuffled(state, items)
    return state


def events_of(events: Any) -> list[dict[str, Any]]:
    return [{"kind": event.kind, **event.data} for event in events]


def seen(state: State, seat: int | None = 0) -> Observation:
    return rowboat.observation(state, seat)
