"""For each ruleset, a position with everything changed that an observer may not know."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.turn_the_tide import rules as turn_the_tide
from games.catalogue.turning_tides import rules as turning_tides
from games.rules.base import Event, Ruleset
from tests.rules.driving import random_aside, random_bids
from tests.rules.rowboat import hidden as rowboat_hidden
from tests.rules.turn_the_tide import hidden as tide_hidden
from tests.rules.turning_tides import hidden as ships_hidden

T = TypeVar("T")
Alter = Callable[[Any, int | None, random.Random], Any]

OTHER_WORLDS: dict[str, Alter] = {
    turn_the_tide.SLUG: tide_hidden.other_world,
    rowboat.SLUG: rowboat_hidden.other_world,
    turning_tides.SLUG: ships_hidden.other_world,
}
TRIES = 10
# Every variant of play that changes what is hidden.
TABLES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    turn_the_tide.SLUG: [(3, {}), (4, {"taker_chooses": True}), (5, {"cascade": False})],
    rowboat.SLUG: [(2, {}), (3, {"misplays": True}), (4, {}), (4, {"misplays": True})],
    turning_tides.SLUG: [(2, {}), (2, {"introduction": True})],
}


def of_game(slug: str, kept: Mapping[str, T], name: str) -> T:
    assert slug in kept, f"Add {slug} to {name} in tests/secrecy (see docs/adding-a-game.md)."
    return kept[slug]


def other_world(
    rules: Ruleset, state: Any, seat: int | None, rng: random.Random, *, looking: bool = False
) -> Any:
    """The state with everything changed that `seat` (None: a spectator) may not know; `looking`: it
    sees others' cards.

    It is drawn again while it happens to be the same, which isn't rare where little is hidden.
    """
    for _try in range(TRIES):
        other = of_game(rules.SLUG, OTHER_WORLDS, "OTHER_WORLDS")(state, seat, rng)
        if looking:
            shown = {"cards": state.deal.cards, "married": state.deal.married}
            other = replace(other, deal=replace(other.deal, **shown))
        if other != state:
            break
    return other


@dataclass(frozen=True)
class Reached:
    """A position, the one before it, and the events between them."""

    state: Any
    before: Any
    events: Sequence[Event]


def played_until(
    rules: Ruleset,
    table: tuple[int, dict[str, Any]],
    wanted: Callable[[Any], bool],
    rng: random.Random,
) -> Reached:
    """Plays at random up to the first position after a hand that is `wanted`."""
    for _try in range(1000):
        found = _course_until(rules, rules.start(*table), wanted, rng)
        if found is not None:
            return found
    raise AssertionError(f"No such position of {rules.SLUG} was reached.")


def _course_until(
    rules: Ruleset, state: Any, wanted: Callable[[Any], bool], rng: random.Random
) -> Reached | None:
    before = state
    events: tuple[Event, ...] = ()
    while rules.outcome(state) is None:
        items = rules.shuffle_needed(state)
        if items is not None:
            state = rules.shuffled(state, rng.sample(items, len(items)))
        elif events and wanted(state):
            return Reached(state, before, events)
        else:
            before = state
            state, events = rules.resolve(state, random_bids(rules, state, rng))
    return None


def courses(rules: Ruleset, rng: random.Random, most: int) -> Any:
    """Positions of random games of every table, one after another; endless."""
    while True:
        for seats, options in of_game(rules.SLUG, TABLES, "TABLES"):
            state = rules.start(seats, options)
            for _step in range(most):
                items = rules.shuffle_needed(state)
                if items is not None:
                    state = rules.shuffled(state, rng.sample(items, len(items)))
                elif rules.outcome(state) is not None:
                    break
                else:
                    state = _answered(rules, state, seats, rng)
                yield seats, state


def _answered(rules: Ruleset, state: Any, seats: int, rng: random.Random) -> Any:
    """Plays a hand, or sometimes an action out of turn that doesn't end the game."""
    aside = rng.random() < 0.05 and random_aside(rules, state, seats, rng)
    if aside and aside.act != "accept":
        return rules.aside(state, aside.seat, aside.act).state
    return rules.resolve(state, random_bids(rules, state, rng)).state
