"""How well the players play: `python -m tests.bench.bots [--games N] [--game SLUG]`.

One seat is the bot's (with partners: its side), all the others choose at random; the seat
moves round from game to game.  Two figures are printed for each number of seats.  The *win
share* counts a shared victory as its fraction; its par is what random players would have,
1/seats where everybody plays for himself.  The
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
    par: float
    win_share: float
    pairwise: float


def bench(slug: str, seats: int, games: int, seed: int = 1) -> Result:
    """The bot of this game in one seat, random players in the others."""
    rng = random.Random(seed)
    rules = ruleset(slug)
    shares, above = 0.0, 0.0
    for number in range(games):
        seat = number % seats
        side = side_of(rules, seats, seat)
        end = play(rules, seats, side, rng)
        shares += len(side & set(end.winners)) / len(end.winners)
        above += _above(end.scores, side)
    return Result(seats, games, len(side) / seats, shares / games, above / games)


def side_of(rules: Ruleset, seats: int, seat: int) -> set[int]:
    """The seats that win and lose with this one, itself included."""
    sides = rules.observation(rules.start(seats, {}), None).get("side_of", range(seats))
    return {other for other, side in enumerate(sides) if side == sides[seat]}


def _above(scores: Sequence[int], side: set[int]) -> float:
    """The share of the opponents below this side, ties as a half."""
    seat = min(side)
    others = [score for other, score in enumerate(scores) if other not in side]
    return sum((score < scores[seat]) + (score == scores[seat]) / 2 for score in others) / len(
        others
    )


def play(rules: Ruleset, seats: int, bot: set[int], rng: random.Random) -> Outcome:
    """One whole game, with the bot in these seats."""
    state: State = rules.start(seats, {})
    while (end := rules.outcome(state)) is None:
        items = rules.shuffle_needed(state)
        if items is not None:
            state = rules.shuffled(state, rng.sample(items, len(items)))
        else:
            bids = {seat: _bid(rules, state, seat, bot, rng) for seat in rules.awaiting(state)}
            state = rules.resolve(state, bids).state
    return end


def _bid(rules: Ruleset, state: State, seat: int, bot: set[int], rng: random.Random) -> str:
    legal = rules.legal(state, seat)
    if seat not in bot:
        return rng.choice(legal)
    return bots.choose(rules.SLUG, rules.observation(state, seat), legal, rng)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench", description="Bots against random players.")
    parser.add_argument("--game", choices=sorted(bots.BOTS), default="turn-the-tide")
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
