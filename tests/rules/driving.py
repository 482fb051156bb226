"""Playing whole games of any ruleset at random, with everything kept that a record needs."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.base import Event, Ruleset, Step
from games.rules.records import Aside

Bids = dict[int, str]
Answer = Bids | Aside


@dataclass
class Played:
    """A whole game: every state, every order, every hand, every event."""

    state: Any
    shuffles: list[list[Any]] = field(default_factory=list)
    hands: list[Answer] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def random_bids(rules: Ruleset, state: Any, rng: random.Random) -> Bids:
    return {seat: rng.choice(rules.legal(state, seat)) for seat in rules.awaiting(state)}


def random_aside(rules: Ruleset, state: Any, seats: int, rng: random.Random) -> Aside | None:
    """Something out of turn that a seat may do now, or None."""
    free = [Aside(seat, act) for seat in range(seats) for act in rules.asides(state, seat)]
    return rng.choice(free) if free else None


def play(
    rules: Ruleset,
    seats: int,
    options: Mapping[str, Any],
    rng: random.Random,
    order_of: Callable[[list[Any], random.Random], list[Any]] | None = None,
    asides: float = 0,
    most: int = 100_000,
) -> Played:
    """Plays to the end, or until `most` answers were given.

    `order_of` may put the items in an order of its own; `asides` is the chance that somebody
    acts out of turn before a hand.
    """
    game = Played(rules.start(seats, options))
    while rules.outcome(game.state) is None:
        items = rules.shuffle_needed(game.state)
        if items is not None:
            order = order_of(items, rng) if order_of else rng.sample(items, len(items))
            game.shuffles.append(order)
            game.state = rules.shuffled(game.state, order)
        elif len(game.hands) == most:
            break
        else:
            aside = rng.random() < asides and random_aside(rules, game.state, seats, rng)
            answer = aside or random_bids(rules, game.state, rng)
            game.hands.append(answer)
            game.state, events = _answered(rules, game.state, answer)
            game.events.extend(events)
        game.states.append(game.state)
    return game


def _answered(rules: Ruleset, state: Any, answer: Answer) -> Step:
    if isinstance(answer, Aside):
        return rules.aside(state, answer.seat, answer.act)
    return rules.resolve(state, answer)
