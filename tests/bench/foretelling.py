"""How well the value of a position foretells who wins Rowboat: `python -m tests.bench.foretelling`.

Bots of a level play each other; after each stage the chance that the expert gives the first seat's
side is held against the end of the game. The log loss of "half" is 0.693.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from math import log
from typing import Any

import numpy as np

from games import bots
from games.bots.engine.rowboat import Table
from games.catalogue.rowboat.rules.cards import ROWBOAT
from games.rules.base import Event
from games.rules.registry import ruleset
from tests.asking import positive
from tests.bench.strength import MAX_HANDS, Seated, player

SLUG = "rowboat"
SURE = 0.002  # no chance counts as surer than this


def chances(seated: Seated, seats: int, deal: str) -> tuple[list[float], bool]:
    """The first side's chance after each stage but the last, and whether it won."""
    rules, shuffling, rng = ruleset(SLUG), random.Random(deal), random.SystemRandom()
    state, memory, found = rules.start(seats, {}), list[Event](), list[float]()
    for _hand in range(MAX_HANDS):
        while (items := rules.shuffle_needed(state)) is not None:
            state = rules.shuffled(state, shuffling.sample(items, len(items)))
        if (end := rules.outcome(state)) is not None:
            return found, 0 in end.winners
        seen = bots.observed(rules, state, 0)
        if seen["stage"] > len(found) + 1:
            found.append(_chance(seen))
        for seat in rules.awaiting(state):
            if act := seated.aside(bots.observed(rules, state, seat), rng):
                state, events = rules.aside(state, seat, act)
                memory.extend(events)
        state, events = rules.resolve(state, dict(_answers(state, seated, memory, rng)))
        memory.extend(events)
    return [], False


def _chance(seen: Any) -> float:
    sides = seen["sides"]
    score, bags, boats = (
        np.array([[value(side) for side in sides]])
        for value in (
            lambda side: side["score"],
            lambda side: side["bags"],
            lambda side: ROWBOAT in side["left"],
        )
    )
    return float(Table(seen, []).value(score, bags, boats)[0])


def _answers(
    state: Any, seated: Seated, memory: list[Event], rng: random.Random
) -> Iterator[tuple[int, str]]:
    rules = ruleset(SLUG)
    for seat in rules.awaiting(state):
        seen = bots.observed(rules, state, seat)
        yield seat, seated.answer(seen, rules.legal(state, seat), memory, rng)


def loss(chance: float, won: bool) -> float:
    sure = min(max(chance, SURE), 1 - SURE)
    return -log(sure if won else 1 - sure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=positive, default=300)
    parser.add_argument("--seats", type=positive, default=2)
    parser.add_argument("--level", default="7")
    given = parser.parse_args()
    losses: list[float] = []
    for game in range(given.games):
        found, won = chances(player(SLUG, given.level), given.seats, f"foretelling {game}")
        losses += [loss(chance, won) for chance in found]
    sys.stdout.write(
        f"{SLUG}, {given.seats} seats, level {given.level}, {given.games} games, "
        f"{len(losses)} stages: log loss {sum(losses) / max(len(losses), 1):.3f}\n"
    )


if __name__ == "__main__":
    main()
