"""How fast the pure rules are: `python -m tests.bench.speed [--seconds N] [--game SLUG]`.

For each ruleset and number of seats, in seconds of processor time of one core: whole random
games a second (shuffles, legal lists, random choices and events included), and the time of
one `resolve` alone.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence

from games.rules.base import Ruleset, State
from games.rules.registry import RULESETS, ruleset

MAX_HANDS = 5_000  # a random game of Rowboat can go on for ever


class Pace:
    """Counts the random games and hands that fit into a time."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        self.rules, self.seats = rules, seats
        self.games = self.hands = 0
        self.total = 0.0

    def run(self, seconds: float, rng: random.Random) -> None:
        began = time.process_time()
        while time.process_time() - began < seconds:
            self._game(rng)
        self.total = time.process_time() - began

    def _game(self, rng: random.Random) -> None:
        rules, state, hands = self.rules, self.rules.start(self.seats, {}), 0
        while hands < MAX_HANDS:
            if (items := rules.shuffle_needed(state)) is not None:
                rng.shuffle(items)
                state = rules.shuffled(state, items)
                continue
            bids = _random_bids(rules, state, rng)
            if not bids:
                break
            state = rules.resolve(state, bids).state
            hands += 1
        self.games, self.hands = self.games + 1, self.hands + hands

    def one_resolve(self, rng: random.Random, times: int = 2_000) -> float:
        """Seconds of one `resolve` of the first hand, on the average."""
        rules, state = self.rules, self.rules.start(self.seats, {})
        while (items := rules.shuffle_needed(state)) is not None:
            state = rules.shuffled(state, items)
        bids = _random_bids(rules, state, rng)
        began = time.process_time()
        for _time in range(times):
            rules.resolve(state, bids)
        return (time.process_time() - began) / times


def _random_bids(rules: Ruleset, state: State, rng: random.Random) -> dict[int, str]:
    bids, chance = {}, rng.random
    for seat in rules.awaiting(state):
        legal = rules.legal(state, seat)
        bids[seat] = legal[int(chance() * len(legal))]
    return bids


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a line for each ruleset and number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--game", choices=sorted(RULESETS))
    chosen = parser.parse_args(arguments)
    for slug in [chosen.game] if chosen.game else RULESETS:
        for seats in ruleset(slug).SEATS:
            _print(slug, seats, chosen.seconds)
    return 0


def _print(slug: str, seats: int, seconds: float) -> None:
    rng = random.Random(1)
    pace = Pace(ruleset(slug), seats)
    pace.run(seconds, rng)
    sys.stdout.write(
        f"{slug}, {seats} seats: {pace.games / pace.total:,.0f} random games/s, "
        f"{pace.hands / pace.total:,.0f} hands/s, "
        f"one resolve {pace.one_resolve(rng) * 1e6:,.1f} µs\n"
    )


if __name__ == "__main__":
    sys.exit(main())
