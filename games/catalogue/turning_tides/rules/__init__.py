"""Turning Tides: two pirate ships sail past each other, for two players.

This package provides the functions of `games.rules.base.Ruleset`, which are documented there.
Paragraph numbers are those of the published rules, TD-… are our rulings on what these leave open;
neither text is part of this repository. The notation is that of docs/records.md. Seat 0 is silver,
seat 1 is gold.
"""

import random
from collections.abc import Mapping, Sequence

from games.catalogue.turning_tides.rules import (
    hands,
    imagining,
    reading,
    rounds,
    seen,
    storing,
    surrender,
)
from games.catalogue.turning_tides.rules.state import State
from games.catalogue.turning_tides.shapes import Goal, Observation
from games.rules.base import Event, Item, Json, Option, OptionValue, Outcome, Position, Step
from games.rules.checks import checked_options, checked_seats

SLUG: str = "turning-tides"
VERSION: int = 1
SEATS: tuple[int, ...] = (2,)
SECRET_PHASES: frozenset[str] = frozenset({"damage"})
OPTIONS: tuple[Option, ...] = (
    Option("introduction", False),
    Option("introduction_goal", "and", ("and", "or")),
)


def start(seats: int, options: Mapping[str, OptionValue]) -> State:
    checked_seats(SEATS, seats)
    chosen = checked_options(OPTIONS, options)
    goal: Goal = "or" if chosen["introduction_goal"] == "or" else "and"
    return rounds.first_round(bool(chosen["introduction"]), goal)


def shuffle_needed(state: State) -> list[Item] | None:
    return rounds.to_shuffle(state)


def shuffled(state: State, order: Sequence[Item]) -> State:
    return rounds.shuffle_pile(state, order)


def awaiting(state: State) -> tuple[int, ...]:
    return hands.awaiting(state)


def legal(state: State, seat: int) -> list[str]:
    return hands.legal(state, seat)


def ranked(state: State, seat: int) -> list[str]:
    return hands.ranked(state, seat)


def read(state: State, seat: int, text: str) -> str:
    return reading.read(state, seat, text)


def resolve(state: State, bids: Mapping[int, str]) -> Step:
    return hands.resolve(state, bids)


def peek(state: State, seat: int) -> dict[str, Json]:
    """Always empty: this game has no way to look at other cards."""
    return {"cards": {}, "runs": 0}


def asides(state: State, seat: int) -> list[str]:
    return surrender.asides(state, seat)


def aside(state: State, seat: int, act: str) -> Step:
    return hands.aside(state, seat, act)


def observation(state: State, seat: int | None) -> Observation:
    table = seen.table(state)
    return table if seat is None else {**table, "you": seen.you(state, seat)}


def imagine(seen: Observation, memory: Sequence[Event], rng: random.Random) -> State:
    return imagining.imagine(seen, memory, rng)


def outcome(state: State) -> Outcome | None:
    if state.winner is None:
        return None
    return Outcome((1, 0) if state.winner == 0 else (0, 1), (state.winner,))


def position(state: State) -> Position:
    """Stages are rounds and hands are turns; in the lull it is the last turn."""
    return Position(state.round, None, state.turn, None, seen.phase(state))


def dump(state: State) -> Json:
    return storing.dump(state)


def load(data: Json) -> State:
    return storing.load(data)
