"""Best responses by search: bots that know the expert's method, to measure how much it gives away.

They run the expert's own search from the other seats' points of view, in imagined worlds, and
choose what does best against its result. That is a lower bound of how far the expert can be
exploited (`make strength`).
"""

import random
from collections.abc import Callable, Sequence

import numpy as np

from games.bots.engine import turn_the_tide as tide
from games.bots.engine import turning_tides as sailing
from games.bots.engine.turn_the_tide_course import Array
from games.bots.engine.turning_tides_course import NUMBER, WAITS
from games.catalogue.turn_the_tide import rules as turn_the_tide
from games.catalogue.turn_the_tide.shapes import Observation as TideSeen
from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.shapes import Observation as SailingSeen
from games.rules.base import Event, Observation

WORLDS = 3  # imagined for each opponent's mixture
ENEMIES = 8


def tide_answer(
    seen: TideSeen, legal: Sequence[str], memory: Sequence[Event], rng: random.Random
) -> str:
    """The card that does best against the mixtures that experts would play."""
    if len(legal) == 1 or seen["phase"] == "take":
        return tide.choose(seen, legal, memory, rng, tide.Effort())
    game, effort = tide.Game(seen, memory), tide.Effort()
    turn = tide.turn_of(game, effort, rng)
    mix = expected_by(game, memory, effort, rng)
    values = turn.values(mix)[game.players.index(game.you)]
    return str(sorted(seen["you"]["cards"])[int(values.argmax())])


def expected_by(
    game: tide.Game, memory: Sequence[Event], effort: tide.Effort, rng: random.Random
) -> Array:
    """The mixtures that experts would play (players, ranks); zeros for our own seat."""
    mix = np.zeros((len(game.players), len(game.seen["you"]["cards"])))
    for player, seat in enumerate(game.players):
        if seat != game.you:
            mix[player] = _expected(game.seen, memory, seat, effort, rng)
    return mix


def _expected(
    seen: TideSeen, memory: Sequence[Event], seat: int, effort: tide.Effort, rng: random.Random
) -> Array:
    """The mixture of an expert in that seat, by rank, averaged over imagined worlds."""
    mixes = []
    for _ in range(WORLDS):
        world = turn_the_tide.imagine(seen, memory, rng)
        theirs = turn_the_tide.observation(world, seat)
        mixes.append(tide.mixture(tide.Game(theirs, memory), effort, rng))
    return np.mean(mixes, axis=0)


def sailing_answer(
    seen: SailingSeen, legal: Sequence[str], memory: Sequence[Event], rng: random.Random
) -> str:
    """The card that does best against an expert, averaged over the hands the expert may have."""
    if len(legal) == 1 or seen["phase"] != "choose":
        return sailing.choose(seen, legal, memory, rng, sailing.Effort())
    chance = np.random.default_rng(rng.getrandbits(64))
    you = seen["you"]["seat"]
    payoff, _held = sailing.payoffs(seen, legal, sailing.Effort(), chance)
    total = np.zeros(7)
    for _ in range(ENEMIES):
        world = turning_tides.imagine(seen, memory, rng)
        theirs = turning_tides.observation(world, 1 - you)
        options = turning_tides.legal(world, 1 - you)
        if len(options) == 1:
            total[WAITS] += 1
            continue
        mix = sailing.mixture(theirs, options, sailing.Effort(), chance)
        for card, part in zip(options, mix, strict=True):
            total[NUMBER[card]] += part
    return legal[int((payoff @ total).argmax())]


PREDICTORS: dict[
    str, Callable[[Observation, Sequence[str], Sequence[Event], random.Random], str]
] = {"turn-the-tide": tide_answer, "turning-tides": sailing_answer}
