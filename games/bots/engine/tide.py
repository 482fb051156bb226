"""A searcher for Turn the Tide.

It deals the unknown cards many times, lets every seat choose its card by regret matching
over ranks (the lowest card that it holds, the second …), plays each stage on to its end by a
quick policy, and values the end by who is likely to win the game.  Its answer is drawn from
the mixture that it finds, so nobody can foresee it, not even from its formula.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.bots.engine.tide_course import TURNS, Array, Course
from games.catalogue.turn_the_tide.rules.imagining import Sets
from games.rules.base import Event

Observation = Mapping[str, Any]

# Found by play against itself and others: `make strength`.
SPREAD = 1.4  # of the points still to come, for one stage, as the scale of a logistic curve
BELT_POINTS = 0.5  # that a belt of a set to come is worth
POINT = 0.01  # what a point is worth beside winning
EXPLORING = 0.15  # of the choices in the search are by chance
VEILED = 0.5  # of our choices are among all that is hardly worse, so that nobody foresees them,
SOFT = 0.02  # in shares of victory: how much worse
SELDOM = 0.1  # what is played so much more seldom than the likeliest is left out
PLAINLY = 0.35  # of the others' choices, by the quick policy: not everybody searches

# The quick policy, in belts; found by letting policies of many kinds play whole games.
DREAD, DEPTH = 0.76, 5.0  # of water at level 12, which falls off below
BONUS, LATE = 0.16, 1.85  # of the lowest water at the end of the stage, and how late it counts
DEEPEST = 1.5  # what the deepest is going to lose, with a belt left and
DROWNED = 3.9  # without one
SURELY = 1.43  # of that, where the higher tide would make it the deepest
HEAT = 0.05  # how freely the policy strays from what it likes best


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think: worlds in each round of search, and rounds."""

    worlds: int = 24
    rounds: int = 5


def answer(
    seen: Observation,
    legal: Sequence[str],
    memory: Sequence[Event],
    rng: random.Random,
    part: float,
) -> str:
    """One of the legal bids, with this part of an expert's effort."""
    expert = Effort()
    effort = Effort(max(8, round(expert.worlds * part)), max(3, round(expert.rounds * part)))
    return choose(seen, legal, memory, rng, effort)


def quick_choice(course: Course, noise: Array) -> Array:
    """A card for every seat: one turn ahead, by the odds of a card against what all hold."""
    low, high = (level[:, None] for level in course.turned_up())
    tides, dread = course.tides, _dreads(course)
    top = tides.max(1)[:, None]
    others = np.where(tides == top, np.sort(tides, 1)[:, -2:-1], top)
    loss = np.where(course.belts > 0, DEEPEST, DROWNED).astype(np.float32)
    likes_low = -dread[low] - loss * ((low >= others) & (low >= high))
    likes_high = -dread[high] - SURELY * loss * (high >= others)
    stays = -dread[tides] - loss * ((tides >= others) & (tides > 0) & (tides >= high))
    first, second = course.odds()
    worth = first * (likes_low - stays)[:, :, None]
    worth += second * (likes_high - stays)[:, :, None]
    worth += HEAT * noise
    worth[~course.held] = -np.inf
    return worth.argmax(2)


def _dreads(course: Course) -> Array:
    """How bad each level of water is at this moment."""
    level = np.arange(13) / 12.0
    over = 1 - (course.turns_left - 1) / (TURNS - 1)
    return (DREAD * level**DEPTH + BONUS * over**LATE * level).astype(np.float32)


class Game:
    """What an observation says of the game, and what a stage's points are worth in it."""

    def __init__(self, seen: Observation, memory: Sequence[Event]) -> None:
        self.seen, self.seats = seen, len(seen["seats"])
        self.you = int(seen["you"]["seat"])
        self.sets = Sets(seen, memory)
        self.scores = np.array([each["score"] for each in seen["seats"]], dtype=np.float32)
        self.stages_after = int(seen["stages"] - seen["stage"])
        belts = self.sets.belts
        stages = range(seen["stage"], seen["stages"])
        self.future = np.array(
            [sum(belts[(seat - stage) % self.seats] for stage in stages)
             for seat in range(self.seats)],
            dtype=np.float32,
        )  # fmt: skip

    def worth(self, points: Array) -> Array:
        """The share in the victory of each seat, when the stage ends with these points."""
        totals = self.scores + points
        if not self.stages_after:
            best = totals == totals.max(1)[:, None]
            return best / best.sum(1)[:, None] + POINT * points
        likely = (totals + BELT_POINTS * self.future) / (SPREAD * self.stages_after**0.5)
        likely = np.exp(likely - likely.max(1)[:, None])
        return likely / likely.sum(1)[:, None] + POINT * points

    def courses(self, worlds: int, copies: int, rng: random.Random) -> Course:
        """So many worlds, each `copies` times in rows that follow one another."""
        places, stage = self.seen["seats"], self.seen["stage"]
        dealt = [self.sets.dealt(rng) for _ in range(worlds)]
        owners = [(seat - stage + 1) % self.seats for seat in range(self.seats)]
        hands = np.array([[sets[owner] for owner in owners] for sets in dealt], dtype=np.int16)
        played = np.zeros((self.seats, 61), dtype=bool)
        for seat, place in enumerate(places):
            played[seat, place["played"]] = True
        held = ~played[np.arange(self.seats)[None, :, None], hands]
        left = np.array(self.seen["tides_left"], dtype=np.int8)
        chance = np.random.default_rng(rng.getrandbits(64))
        order = chance.permuted(np.broadcast_to(left, (worlds, len(left))), axis=1)
        shown = np.broadcast_to(np.array(self.seen["turned_up"], dtype=np.int8), (worlds, 2))
        deck = np.concatenate([shown, order], axis=1)

        def table(name: str, kind: Any) -> Array:
            row = np.array([place[name] or 0 for place in places], dtype=kind)
            return np.repeat(row[None], worlds * copies, 0)

        return Course(
            hands=np.repeat(hands, copies, 0),
            held=np.repeat(held, copies, 0),
            belts=table("belts", np.int8),
            tides=table("tide", np.int8),
            out=table("out", bool),
            deck=np.repeat(deck, copies, 0),
            live=np.ones(worlds * copies, dtype=bool),
            cascade=bool(self.seen["options"]["cascade"]),
        )

    def play_on(self, course: Course, copies: int, chance: np.random.Generator) -> Array:
        """To the end of the stage by the quick policy: the worth to each seat, by row.

        The copies of a world share their chance, so that what differs between them is our card.
        """
        rows, *shape = course.hands.shape
        while course.live.any():
            noise = chance.gumbel(size=(rows // copies, *shape)).astype(np.float32)
            course.play(quick_choice(course, np.repeat(noise, copies, 0)))
        return self.worth(course.points())


def _places(held: Array, ranks: Array) -> Array:
    """Where in the hand the card of this rank among those held is, by row and seat."""
    return (held.cumsum(2) > ranks[:, :, None]).argmax(2)


class Search:
    """Regret matching of all seats over the ranks of their cards."""

    def __init__(self, game: Game, effort: Effort, rng: random.Random) -> None:
        self.game, self.effort, self.rng = game, effort, rng
        self.chance = np.random.default_rng(rng.getrandbits(64))
        self.size = len(game.seen["you"]["cards"])
        shape = (game.seats, self.size)
        self.regrets = np.zeros(shape)
        self.mixes = np.zeros(shape)
        self.totals, self.counts = np.zeros(shape), np.zeros(shape)
        self.fixed: dict[int, Array] = {}  # seats whose mixture is known, for whoever knows it

    def now(self) -> Array:
        """The mixture of each seat at this moment."""
        wish = np.maximum(self.regrets, 0)
        total = wish.sum(1, keepdims=True)
        mix = np.where(total > 0, wish / np.where(total > 0, total, 1), 1 / self.size)
        for seat, known in self.fixed.items():
            mix[seat] = known
        return mix

    def run(self) -> Array:
        """The mixture of our own cards, from the lowest."""
        for number in range(self.effort.rounds):
            mix = self.now()
            self._round(mix)
            self.mixes += (number + 1) * mix
        mine = self.mixes[self.game.you]
        return mine / mine.sum()

    def values(self, seat: int) -> Array:
        """What each card of this seat has come to, from the lowest."""
        found: Array = self.totals[seat] / np.maximum(self.counts[seat], 1)
        return found

    def _round(self, mix: Array) -> None:
        game, worlds, size = self.game, self.effort.worlds, self.size
        ranks = self._ranks(mix, worlds)
        course = game.courses(worlds, size, self.rng)
        places = _places(course.held, ranks)
        self._play_plainly(course, places, ranks)
        course.play(places)
        worth = game.play_on(course, size, self.chance)
        for seat in range(game.seats):
            total = np.bincount(ranks[:, seat], worth[:, seat], size)
            count = np.bincount(ranks[:, seat], minlength=size)
            self.totals[seat] += total
            self.counts[seat] += count
        values = self.totals / np.maximum(self.counts, 1)
        seen = self.counts > 0
        mean = (mix * values).sum(1, keepdims=True)
        self.regrets = np.maximum(self.regrets, 0) + np.where(seen, values - mean, 0)

    def _play_plainly(self, course: Course, places: Array, ranks: Array) -> None:
        """Has some of the others choose by the quick policy, the same ones in all copies."""
        plain = self.chance.random((self.effort.worlds, self.game.seats)) < PLAINLY
        plain &= ~course.out[0]
        plain[:, [self.game.you, *self.fixed]] = False
        noise = self.chance.gumbel(size=(*plain.shape, course.hands.shape[2])).astype(np.float32)
        liked = quick_choice(course, np.repeat(noise, self.size, 0))
        plain = np.repeat(plain, self.size, 0)
        rank = np.take_along_axis(course.held.cumsum(2), liked[:, :, None], 2)[:, :, 0] - 1
        places[plain], ranks[plain] = liked[plain], rank[plain]

    def _ranks(self, mix: Array, worlds: int) -> Array:
        """A rank for each seat in each row: ours all in turn, in the same worlds."""
        game, size = self.game, self.size
        stray = (1 - EXPLORING) * mix + EXPLORING / size
        ranks = np.zeros((worlds, game.seats), dtype=np.int64)
        for seat in range(game.seats):
            some = mix[seat] if seat in self.fixed else stray[seat]
            ranks[:, seat] = self.chance.choice(size, worlds, p=some / some.sum())
        rows = np.repeat(ranks, size, 0)
        rows[:, game.you] = np.tile(np.arange(size), worlds)
        return rows


def choose(
    seen: Observation,
    legal: Sequence[str],
    memory: Sequence[Event],
    rng: random.Random,
    effort: Effort,
) -> str:
    """One of the legal bids, drawn from the mixture that the search found."""
    if len(legal) == 1:
        return legal[0]
    game = Game(seen, memory)
    if seen["phase"] == "take":
        return _taking(game, effort, rng)
    mix = mixture(game, effort, rng)
    cards = sorted(seen["you"]["cards"])
    return str(rng.choices(cards, mix.tolist())[0])


def mixture(game: Game, effort: Effort, rng: random.Random) -> Array:
    """The mixture of our cards: in part that of the search, in part all that is hardly worse."""
    search = Search(game, effort, rng)
    mix = search.run()
    values = search.values(game.you)
    near = np.exp((values - values.max()) / SOFT)
    mix = (1 - VEILED) * mix + VEILED * near / near.sum()
    mix[mix < SELDOM * mix.max()] = 0
    return mix / mix.sum()


def _taking(game: Game, effort: Effort, rng: random.Random) -> str:
    """Which tide to take, where the highest bidder may choose."""
    worlds = effort.worlds * effort.rounds
    course = game.courses(worlds, 2, rng)
    first, second = (np.full(2 * worlds, seat) for seat in game.seen["takers"])
    course.take(first, second, np.arange(2 * worlds) % 2 == 1)
    worth = game.play_on(course, 2, np.random.default_rng(rng.getrandbits(64)))[:, game.you]
    return "take low" if worth[::2].mean() >= worth[1::2].mean() else "take high"
