"""Turning Tides: two pirate ships sail past each other, for two players.

This package provides the functions of `games.rules.base.Ruleset`, which are documented there.
Paragraph numbers are those of the published rules, TD-… are our rulings on what these leave open;
neither text is part of this repository. The notation is that of docs/records.md. Seat 0 is silver,
seat 1 is gold.
"""

from collections.abc import Mapping

from games.catalogue.turning_tides.rules.hands import aside, awaiting, legal, ranked, resolve
from games.catalogue.turning_tides.rules.imagining import imagine
from games.catalogue.turning_tides.rules.reading import read
from games.catalogue.turning_tides.rules.rounds import first_round, shuffle_needed, shuffled
from games.catalogue.turning_tides.rules.seen import observation, phase
from games.catalogue.turning_tides.rules.state import State
from games.catalogue.turning_tides.rules.storing import dump, load
from games.catalogue.turning_tides.rules.surrender import asides
from games.catalogue.turning_tides.shapes import Goal
from games.rules.base import Json, Option, OptionValue, Outcome, Position
from games.rules.checks import checked_options, checked_seats

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
]

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
    return first_round(bool(chosen["introduction"]), goal)


def peek(state: State, seat: int) -> dict[str, Json]:
    """Always empty: this game has no way to look at other cards."""
    return {"cards": {}, "runs": 0}


def outcome(state: State) -> Outcome | None:
    if state.winner is None:
        return None
    return Outcome((1, 0) if state.winner == 0 else (0, 1), (state.winner,))


def position(state: State) -> Position:
    """Stages are rounds and hands are turns; in the lull it is the last turn."""
    return Position(state.round, None, state.turn, None, phase(state))
