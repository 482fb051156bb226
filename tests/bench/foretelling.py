"""How well the value of a position foretells who wins Rowboat: `python -m tests.bench.foretelling`.

Bots of a level play each other; after each stage the chance that the expert gives the first seat's
side is held against the end of the game. The log loss of "half" is 0.693.
"""

import argparse
import random
import sys
from math import log
from typing import Any

import numpy as np

from games.bots.engine.rowboat import Table
from games.catalogue.rowboat.rules.cards import ROWBOAT
from games.rules.base import State
from games.rules.registry import ruleset
from tests.asking import positive
from tests.bench.strength import Seated, observed, play, player

SLUG = "rowboat"
SURE = 0.002  # no chance counts as surer than this


def chances(seated: Seated, seats: int, deal: str) -> tuple[list[float], bool]:
    """The first side's chance after each stage but the last, and whether it won."""
    rules, found = ruleset(SLUG), list[float]()

    def look(state: State) -> None:
        seen = observed(rules, state, 0)
        if seen["stage"] > len(found) + 1:
            found.append(_chance(seen))

    end = play(rules, [seated] * seats, deal, random.SystemRandom(), look)
    return (found, 0 in end.winners) if end is not None else ([], False)


def _chance(seen: Any) -> float:
    sides = seen["sides"]
    score, bags = (np.array([[side[name] for side in sides]]) for name in ("score", "bags"))
    boats = np.array([[ROWBOAT in side["left"] for side in sides]])
    return float(Table(seen, []).value(score, bags, boats)[0])


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
