"""What an answer of each level costs: `python -m tests.bench.costs [--game SLUG] [--games N]`.

Milliseconds of one core for each answer that is a choice at all (median, 95 of 100, most), in
games of a level against light bots, and the memory of the process before any search and
at the end.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Sequence
from typing import Any

from games.bots import levels
from games.rules.base import Event
from games.rules.registry import RULESETS, ruleset
from tests.bench import strength


def times(slug: str, seats: int, level: int, games: int) -> list[float]:
    """Of each answer of this level, in seconds of processor time, ascending."""
    found: list[float] = []
    light = strength.player(slug, "light")
    rng = random.Random(1)

    def timed(seen: Any, legal: Sequence[str], memory: Sequence[Event], chance: Any) -> str:
        began = time.process_time()
        answer = levels.answer(slug, level, seen, legal, memory, chance).notation
        if len(legal) > 1:
            found.append(time.process_time() - began)
        return answer

    for number in range(games):
        players = [
            strength.Seated(timed) if seat % 2 == number % 2 else light for seat in range(seats)
        ]
        strength.play(ruleset(slug), players, f"costs {number}", rng)
    return sorted(found)


def told(slug: str, seats: int, level: int, found: Sequence[float]) -> str:
    median, most = found[len(found) // 2], found[-1]
    late = found[int(0.95 * (len(found) - 1))]
    return (
        f"{slug}, {seats} seats, level {level}: {1000 * median:.1f} ms at the median, "
        f"{1000 * late:.1f} in 95 of 100, {1000 * most:.1f} at most, {len(found)} answers"
    )


def _memory() -> float:
    """Of this process, in MB, at most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def refusal(slugs: Sequence[str], names: Sequence[str], games: int) -> str:
    """What is wrong with these arguments; "" if nothing is."""
    if games < 1:
        return "It takes one game at least."
    for name in names:
        if name not in map(str, levels.LEVELS):
            return f"There is no level {name!r}; there are 1 to {levels.LEVELS[-1]}."
    wrong = [strength.unable(slug, name) for slug in slugs for name in names]
    return next(filter(None, wrong), "")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="costs", description="What bots cost.")
    parser.add_argument("--game", choices=sorted(RULESETS))
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--levels", default="3,4,5,6,7,8")
    given = parser.parse_args(argv)
    slugs, names = [given.game] if given.game else list(RULESETS), given.levels.split(",")
    if wrong := refusal(slugs, names, given.games):
        parser.error(wrong)
    before = _memory()
    for slug in slugs:
        for seats in ruleset(slug).SEATS:
            for level in map(int, names):
                found = times(slug, seats, level, given.games)
                sys.stdout.write(told(slug, seats, level, found) + "\n")
    sys.stdout.write(f"memory: {before:.0f} MB before, {_memory():.0f} MB at the end\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
