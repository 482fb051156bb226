"""Playing whole games of any ruleset at random, with everything kept that a record needs."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.base import Event, Ruleset

Bids = dict[int, str]


@dataclass
class Played:
    """A whole game: every state, every order, every hand, every event."""

    state: Any
    shuffles: list[list[Any]] = field(default_factory=list)
    hands: list[Bids] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def random_bids(rules: Ruleset, state: Any, rng: random.Random) -> Bids:
    return {seat: rng.choice(rules.legal(state, seat)) for seat in rules.awaiting(state)}


def play(
    rules: Ruleset,
    seats: int,
    options: Mapping[str, Any],
    rng: random.Random,
    bids_of: Callable[[Ruleset, Any, random.Random], Bids] = random_bids,
    order_of: Callable[[list[Any], random.Random], list[Any]] | None = None,
) -> Played:
    """Plays to the end; `order_of` may put the items in an order of its own."""
    game = Played(rules.start(seats, options))
    while rules.outcome(game.state) is None:
        items = rules.shuffle_needed(game.state)
        if items is not None:
            order = order_of(items, rng) if order_of else rng.sample(items, len(items))
            game.shuffles.append(order)
            game.state = rules.shuffled(game.state, order)
        else:
            bids = bids_of(rules, game.state, rng)
            game.hands.append(bids)
            game.state, events = rules.resolve(game.state, bids)
            game.events.extend(events)
        game.states.append(game.state)
    return game
