"""How well the players play: `python -m games.bots.bench [--games N] [--game SLUG]`.

One seat is the bot's, all the others choose at random; the seat moves round from game to
game.  Two figures are printed for each number of seats.  The *win share* counts a shared
victory as its fraction; its par, what a random player would have, is 1/seats.  The
*pairwise* figure needs no par: how often the bot ended above a single opponent, a tie
counting a half.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from games import bots
from games.rules.base import Outcome, Ruleset, State
from games.rules.registry import RULESETS, ruleset


@dataclass(frozen=True, slots=True)
class Result:
    """Of `games` games with this many seats, as fractions of 1."""

    seats: int
    games: int
    win_share: float
    pairwise: float

    @property
    def par(self) -> float:
        return 1 / self.seats


def bench(slug: str, seats: int, games: int, seed: int = 1) -> Result:
    """The bot of this game in one seat, random players in the others."""
    rng = random.Random(seed)  # noqa: S311 - nothing here is secret
    rules = ruleset(slug)
    shares, above = 0.0, 0.0
    for number in range(games):
        seat = number % seats
        end = play(rules, seats, seat, rng)
        shares += (seat in end.winners) / len(end.winners)
        above += _above(end.scores, seat)
    return Result(seats, games, shares / games, above / games)


def _above(scores: Sequence[int], seat: int) -> float:
    """The share of the opponents below this seat, ties as a half."""
    others = [score for other, score in enumerate(scores) if other != seat]
    return sum((score < scores[seat]) + (score == scores[seat]) / 2 for score in others) / len(
        others
    )


def play(rules: Ruleset, seats: int, bot: int, rng: random.Random) -> Outcome:
    """One whole game, with the bot in this seat."""
    state: State = rules.start(seats, {})
    while (end := rules.outcome(state)) is None:
        items = rules.shuffle_needed(state)
        if items is not None:
            state = rules.shuffled(state, rng.sample(items, len(items)))
        else:
            bids = {seat: _bid(rules, state, seat, bot, rng) for seat in rules.awaiting(state)}
            state = rules.resolve(state, bids).state
    return end


def _bid(rules: Ruleset, state: State, seat: int, bot: int, rng: random.Random) -> str:
    legal = rules.legal(state, seat)
    if seat != bot:
        return rng.choice(legal)
    return bots.choose(rules.SLUG, rules.observation(state, seat), legal, rng)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench", description="Bots against random players.")
    parser.add_argument("--game", choices=sorted(bots.PLAYERS), default="turn-the-tide")
    parser.add_argument("--games", type=int, default=2000, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    for seats in RULESETS[given.game].SEATS:
        sys.stdout.write(f"{told(bench(given.game, seats, given.games, given.seed))}\n")
    return 0


def told(result: Result) -> str:
    return (
        f"{result.seats} seats, {result.games} games: win share {result.win_share:.3f} "
        f"(par {result.par:.3f}), above a random opponent {result.pairwise:.1%}"
    )


if __name__ == "__main__":
    sys.exit(main())
