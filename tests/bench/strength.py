"""How strong the bots are: `make strength`, or `python -m tests.bench.strength --help`.

Every two players sit at the same deals, with the seats changed round; what counts is a deal, and
intervals are bootstrapped over deals.  The matrix is printed as it is, and beside it one
figure for each player by the model of Bradley and Terry, with the largest gap between the two:
strength need not be transitive.  Results are kept line by line, so that a run that was
interrupted goes on where it was.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from inspect import getsource
from itertools import combinations
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from games import bots
from games.bots import levels
from games.rules.base import Event, Observation, Outcome, Ruleset, State
from games.rules.registry import RULESETS, ruleset

MAX_HANDS = 3_000  # then it is nobody's game
BOOTSTRAPS = 1_000


def observed(rules: Ruleset, state: State, seat: int) -> Observation:
    """What a bot knows of a state that has noted all that lay open."""
    return bots.peeked(rules, state, rules.observation(state, seat))


class Seated(NamedTuple):
    """How a player answers, and what it does out of turn before."""

    answer: Callable[[Any, Sequence[str], Sequence[Event], random.Random], str]
    aside: Callable[[Any, random.Random], str] = lambda _seen, _rng: ""


def player(slug: str, name: str) -> Seated:
    """By name: `random`, `light` (the bot without levels), `1` to `8`, or `predictor`."""
    if name == "random":
        return Seated(lambda _seen, legal, _memory, rng: rng.choice(list(legal)))
    if name == "light":
        return Seated(lambda seen, legal, _memory, rng: bots.choose(slug, seen, legal, rng))
    if name == "predictor":
        from tests.bench import predicting

        return Seated(predicting.PREDICTORS[slug])
    level = int(name)
    return Seated(
        lambda *said: levels.answer(slug, level, *said).notation,
        lambda seen, rng: levels.aside(slug, level, seen, rng),
    )


def play(
    rules: Ruleset,
    seated: Sequence[Seated],
    deal: str,
    rng: random.Random,
    look: Callable[[State], None] = lambda _state: None,
) -> Outcome | None:
    """One game of these players; every shuffle follows from the deal's name. Before each hand
    `look` gets the state.
    """
    state: State = rules.start(len(seated), {})
    memory: list[Event] = []
    chance = random.Random(deal)
    for _hand in range(MAX_HANDS):
        while (items := rules.shuffle_needed(state)) is not None:
            state = rules.shuffled(state, chance.sample(items, len(items)))
        if (end := rules.outcome(state)) is not None:
            return end
        look(state)
        for seat in rules.awaiting(state):
            if act := seated[seat].aside(observed(rules, state, seat), rng):
                state, events = rules.aside(state, seat, act)
                memory.extend(events)
        bids = {
            seat: seated[seat].answer(
                observed(rules, state, seat), rules.legal(state, seat), memory, rng
            )
            for seat in rules.awaiting(state)
        }
        state, events = rules.resolve(state, bids)
        memory.extend(events)
    return None


def duel(rules: Ruleset, seats: int, a: Seated, b: Seated, deal: str, rng: random.Random) -> float:
    """The share of the wins of `a` in one deal, played twice with the seats changed round."""
    won = 0.0
    for swap in (0, 1):
        ours = {seat for seat in range(seats) if seat % 2 == swap}
        won += _share(play(rules, [a if s in ours else b for s in range(seats)], deal, rng), ours)
    return won / 2


def by_seat(rules: Ruleset, seats: int, player: Seated, deal: str, rng: random.Random) -> float:
    """The last seat's share of the win in one game of equals."""
    return _share(play(rules, [player] * seats, deal, rng), {seats - 1})


def alone(rules: Ruleset, seats: int, a: Seated, b: Seated, deal: str, rng: random.Random) -> float:
    """The share of the wins of one `a` among players `b` in one deal, once from every seat."""
    won = 0.0
    for seat in range(seats):
        won += _share(play(rules, [a if s == seat else b for s in range(seats)], deal, rng), {seat})
    return won / seats


def _share(end: Outcome | None, ours: set[int]) -> float:
    if end is None:
        return 0.5
    return len(ours & set(end.winners)) / len(end.winners)


# Keeping what was played


@cache
def players_digest(pairing: str) -> str:
    """Of all that makes these players: what others have played says nothing about them."""
    slug, *names = pairing.split()
    told = [path.read_text(encoding="utf-8") for path in sources(slug, "predictor" in names)]
    told += [repr(levels.BY_GAME[slug].get(int(name))) for name in names[1:] if name.isdigit()]
    return sha256("".join([getsource(levels.answer), *told]).encode()).hexdigest()[:12]


def sources(slug: str, predictor: bool) -> list[Path]:
    """The files of a game's engine, of what it deals from and of its light player, and of who
    foresees them."""
    here, game = Path(bots.__file__).parent, slug.replace("-", "_")
    found = sorted(here.glob(f"engine/{game}*.py"))
    for name in ("bot", "rules/imagining"):
        found += sorted(here.parent.glob(f"catalogue/{game}/{name}.py"))
    return found + [Path(__file__).parent / "predicting.py"] * predictor


class Book:
    """Shares by deal, of each pairing, kept as lines of JSON; `seed` names other deals.

    Lines of players with other sources or settings are left alone, and out of account.
    """

    def __init__(self, path: Path | None, seed: str = "") -> None:
        self.path, self.seed = path, seed
        self.shares: dict[str, list[float]] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                data = json.loads(line)
                if data["players"] != players_digest(data["pairing"]):
                    continue
                self.shares.setdefault(data["pairing"], []).append(data["share"])

    def fill(self, pairing: str, deals: int, one: Callable[[str], float]) -> list[float]:
        """So many deals of a pairing, of which the book may have some already."""
        pairing = f"{pairing} {self.seed}".rstrip()
        players = players_digest(pairing)
        done = self.shares.setdefault(pairing, [])
        while len(done) < deals:
            share = one(f"{self.seed}{len(done)}")
            done.append(share)
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("a", encoding="utf-8") as file:
                    told = {"pairing": pairing, "share": share, "players": players}
                    file.write(json.dumps(told) + "\n")
        return done[:deals]


def interval(shares: Sequence[float]) -> tuple[float, float, float]:
    """Mean, and the 95 % interval by bootstrap over deals."""
    rng = random.Random(1)
    size = len(shares)
    means = sorted(sum(rng.choices(shares, k=size)) / size for _ in range(BOOTSTRAPS))
    return sum(shares) / size, means[int(0.025 * BOOTSTRAPS)], means[int(0.975 * BOOTSTRAPS)]


def decided(shares: Sequence[float]) -> tuple[int, int, int]:
    """Pairs that were won both ways, lost both ways, and split."""
    won, lost = sum(share == 1 for share in shares), sum(share == 0 for share in shares)
    return won, lost, len(shares) - won - lost


def told(shares: Sequence[float]) -> str:
    """Mean, interval, and what became of the pairs."""
    mean, low, high = interval(shares)
    won, lost, split = decided(shares)
    of_decided = f", {won / (won + lost):.3f} of the decided" if won + lost else ""
    return (
        f"{mean:.3f} ({low:.3f}-{high:.3f})   {len(shares)} pairs: "
        f"won {won}, lost {lost}, split {split}{of_decided}"
    )


def elo(
    matrix: dict[tuple[str, str], float], names: Sequence[str], steps: int = 2_000
) -> list[float]:
    """Ratings by Bradley and Terry, 0 for the first; no share counts for more than 99.5 %."""
    strength = dict.fromkeys(names, 0.0)
    for _ in range(steps):
        for name in names:
            pull = 0.0
            for other in names:
                if (name, other) in matrix:
                    share = min(max(matrix[name, other], 0.005), 0.995)
                    pull += share - 1 / (1 + exp(strength[other] - strength[name]))
            strength[name] += 0.5 * pull
    scale = 400 / log(10)
    return [scale * (strength[name] - strength[names[0]]) for name in names]


# The commands


def cross_table(
    slug: str, seats: int, names: Sequence[str], deals: int, book: Book, near: int, out: TextIO
) -> None:
    """Everybody against everybody who is at most `near` places off (0: all)."""
    rules = ruleset(slug)
    matrix: dict[tuple[str, str], float] = {}
    out.write(f"{slug}, {seats} seats, {deals} deals a pairing, seats changed round\n")
    for a, b in combinations(names, 2):
        if near and abs(names.index(a) - names.index(b)) > near:
            continue
        shares = book.fill(f"{slug} {seats} {b} {a}", deals, _one(duel, rules, seats, slug, b, a))
        mean = sum(shares) / len(shares)
        matrix[b, a], matrix[a, b] = mean, 1 - mean
        out.write(f"  {b:>9} : {a:<9} {told(shares)}\n")
    _print_elo(matrix, names, out)


def _one(
    game: Callable[..., float], rules: Ruleset, seats: int, slug: str, a: str, b: str
) -> Callable[[str], float]:
    first, second = player(slug, a), player(slug, b)
    rng = random.SystemRandom()
    return lambda deal: game(rules, seats, first, second, f"{slug} {seats} {deal}", rng)


def _print_elo(matrix: dict[tuple[str, str], float], names: Sequence[str], out: TextIO) -> None:
    ratings = dict(zip(names, elo(matrix, names), strict=True))
    out.writelines(f"  {name:>9}  {ratings[name]:+6.0f} Elo\n" for name in names)
    gaps = {
        pair: share - 1 / (1 + 10 ** ((ratings[pair[1]] - ratings[pair[0]]) / 400))
        for pair, share in matrix.items()
    }
    worst = max(gaps, key=lambda pair: abs(gaps[pair]))
    out.write(
        f"  furthest from one scale: {worst[0]} : {worst[1]}, {gaps[worst]:+.3f} of the wins\n"
    )
    _print_cycles(matrix, names, out)


def _print_cycles(matrix: dict[tuple[str, str], float], names: Sequence[str], out: TextIO) -> None:
    wins = {pair for pair, share in matrix.items() if share > 0.5}
    for a, b, c in combinations(names, 3):
        for x, y, z in ((a, b, c), (a, c, b)):
            if {(x, y), (y, z), (z, x)} <= wins:
                out.write(f"  not transitive: {x} beats {y}, {y} beats {z}, {z} beats {x}\n")


def challenge(slug: str, seats: int, a: str, b: str, deals: int, book: Book, out: TextIO) -> None:
    """One `a` at tables of `b`, once from every seat in each deal."""
    rules = ruleset(slug)
    shares = book.fill(
        f"{slug} {seats} {a} alone among {b}", deals, _one(alone, rules, seats, slug, a, b)
    )
    mean, low, high = interval(shares)
    out.write(
        f"{slug}, {seats} seats: one {a} among {b} wins {mean:.3f} ({low:.3f}-{high:.3f}), "
        f"par {1 / seats:.3f}, {deals} deals, {deals * seats} games\n"
    )


def balance(slug: str, seats: int, name: str, deals: int, book: Book, out: TextIO) -> None:
    """How much the last seat wins among equals."""
    rules, rng, equal = ruleset(slug), random.SystemRandom(), player(slug, name)
    shares = book.fill(
        f"{slug} {seats} {name} in the last seat",
        deals,
        lambda deal: by_seat(rules, seats, equal, f"{slug} {seats} {deal}", rng),
    )
    mean, low, high = interval(shares)
    out.write(
        f"{slug}, {seats} seats: among {name} alone the last seat wins {mean:.3f} "
        f"({low:.3f}-{high:.3f}), par {1 / seats:.3f}, {deals} games\n"
    )


def unknown(name: str) -> str:
    """Why nobody plays by this name; "" if somebody does."""
    if name in ("random", "light", "predictor") or name in map(str, levels.LEVELS):
        return ""
    return f"There is no player {name!r}; there are random, light, 1 to 8, and predictor."


def unable(slug: str, name: str) -> str:
    """Why this player can't be measured here; "" if it can."""
    if name != "predictor" and not (name.isdigit() and levels.BY_GAME[slug][int(name)].searches):
        return ""
    if why := levels.why_none(slug):
        return f"Here {name} would only play like a light bot, since no search loads ({why})."
    if name == "predictor":
        from tests.bench import predicting

        if slug not in predicting.PREDICTORS:
            return f"Nobody foresees {slug}; a predictor plays {', '.join(predicting.PREDICTORS)}."
    return ""


def refusal(given: argparse.Namespace, names: Sequence[str]) -> str:
    """What is wrong with these arguments; "" if nothing is."""
    fitting = tuple(ruleset(given.game).SEATS)
    if given.seats and given.seats not in fitting:
        return f"{given.game} has {', '.join(map(str, fitting))} seats, not {given.seats}."
    if given.deals < 1:
        return "It takes one deal at least."
    if not given.balance and len(names) < 2:
        return "It takes two players at least, such as --players 8,light."
    if not given.balance and not given.alone and len(set(names)) < len(names):
        return "A player against itself says nothing; to compare its seats there is --balance."
    wrong = [unknown(name) or unable(given.game, name) for name in names]
    return next(filter(None, wrong), "")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="strength", description="How strong the bots are.")
    parser.add_argument("--game", choices=sorted(RULESETS), default="turn-the-tide")
    parser.add_argument("--seats", type=int, default=0, help="else four, or the fewest")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--players", default="light,1,2,3,4,5,6,7,8")
    parser.add_argument("--near", type=int, default=0, help="only players so many places apart")
    parser.add_argument("--alone", action="store_true", help="the first among tables of the second")
    parser.add_argument("--balance", action="store_true", help="seats, the first among itself")
    parser.add_argument("--seed", default="", help="names other deals")
    parser.add_argument("--book", type=Path, default=None, help="a file that keeps each deal")
    given = parser.parse_args(argv)
    seats = given.seats or _usual(ruleset(given.game).SEATS)
    names = given.players.split(",")
    names = names[:1] if given.balance else names[:2] if given.alone else names
    if wrong := refusal(given, names):
        parser.error(wrong)
    book = Book(given.book, given.seed)
    if given.balance:
        balance(given.game, seats, names[0], given.deals, book, sys.stdout)
    elif given.alone:
        challenge(given.game, seats, names[0], names[1], given.deals, book, sys.stdout)
    else:
        cross_table(given.game, seats, names, given.deals, book, given.near, sys.stdout)
    return 0


def _usual(seats: Iterable[int]) -> int:
    return 4 if tuple(seats) == (3, 4, 5) else min(seats)


if __name__ == "__main__":
    sys.exit(main())
