"""The searching bot for Turn the Tide.

It deals the unknown cards many times. In each of these worlds it lets every pair of players take
the two tides of this turn, plays to the end of the stage by a quick policy, and values the end by
the chances of winning the game. So this turn becomes a game of its own (`turn_the_tide_turn.py`),
which is solved. The answer is drawn from a mixture against which all good replies do about equally
well, so knowing the method helps little.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any, Literal

import numpy as np

from games.bots.engine.turn_the_tide_course import TURNS, Array, Course
from games.bots.engine.turn_the_tide_turn import LateTurn, Mixtures, Turn
from games.catalogue.turn_the_tide.rules.imagining import Sets
from games.catalogue.turn_the_tide.shapes import Observation
from games.rules.base import Event

# Tuned by playing against itself and others:
SPREAD = 1.4  # spread of the points still to come, per stage: the scale of a logistic curve
BELT_POINTS = 0.5  # worth of a belt in a future set
POINT = 0.01  # worth of a point, compared with winning,
LAST_POINT = 1e-4  # and in the last stage, where it helps only who can win no more
STEPS = 60  # of regret matching
SELDOM = 0.1  # answers rarer than this share of the most frequent are dropped
PER_DEAL = 6  # worlds with the same sets but other tides, since dealing is slow
HANDS = 6  # worlds whose hands are distinguished when the turn is solved
TOGETHER = 32  # combinations of cards: no more than this are all tried, if hands are known
LATE_WORLDS = 60
CURVE = 5  # degrees of freedom of the curve of a spent card's worth

# The quick policy, in belts; tuned by letting many policies play whole games.
DREAD, DEPTH = 0.76, 5.0  # fear of water at level 12, and how fast it falls off below
BONUS, LATE = (
    0.16,
    1.85,
)  # worth of the lowest water at the end of the stage, and how late it counts
DEEPEST = 1.5  # expected loss of the deepest player with a belt left, and
DROWNED = 3.9  # without one
SURELY = 1.43  # factor for a loss that is certain with the higher tide
HEAT = 0.05  # randomness of the policy: noise on its preferences


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of a search: the number of worlds."""

    worlds: int = 384


def quick_choice(course: Course, noise: Array) -> Array:
    """The quick policy: a card for every seat, looking one turn ahead, by the odds of each card."""
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
    """How bad each level of water is at this turn."""
    level = np.arange(13) / 12.0
    over = 1 - (course.turns_left - 1) / (TURNS - 1)
    return (DREAD * level**DEPTH + BONUS * over**LATE * level).astype(np.float32)


class Game:
    """The game as an observation shows it, and the value of a stage's points."""

    def __init__(self, seen: Observation, memory: Sequence[Event]) -> None:
        self.seen, self.seats = seen, len(seen["seats"])
        self.you = int(seen["you"]["seat"])
        self.players = [seat for seat, place in enumerate(seen["seats"]) if not place["out"]]
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
        """Each seat's share of the victory, by row, if the stage ends with these points."""
        totals = self.scores + points
        if not self.stages_after:
            best = totals == totals.max(1)[:, None]
            return best / best.sum(1)[:, None] + LAST_POINT * points
        likely = (totals + BELT_POINTS * self.future) / (SPREAD * self.stages_after**0.5)
        likely = np.exp(likely - likely.max(1)[:, None])
        return likely / likely.sum(1)[:, None] + POINT * points

    def courses(self, worlds: int, copies: int, rng: random.Random) -> Course:
        """Creates `worlds` worlds, each in `copies` consecutive rows."""
        places, stage = self.seen["seats"], self.seen["stage"]
        dealt = [self.sets.dealt(rng) for _ in range(-(-worlds // PER_DEAL))]
        dealt = [sets for sets in dealt for _ in range(PER_DEAL)][:worlds]
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

        def table(name: Literal["belts", "tide", "out"], kind: Any) -> Array:
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
        """Plays to the end of the stage by the quick policy; returns the worth to each seat, by
        row.

        The copies of a world share their random numbers, so that they differ only by our card.
        """
        while course.live.any():
            course.shed()
            rows, *shape = course.hands.shape
            noise = chance.gumbel(size=(rows // copies, *shape)).astype(np.float32)
            course.play(quick_choice(course, np.repeat(noise, copies, 0)))
        return self.worth(course.points())


def _places(held: Array, ranks: Array) -> Array:
    """The place in the hand of the card with this rank among those held, by row and seat."""
    return (held.cumsum(2) > ranks[:, :, None]).argmax(2)


def choose(
    seen: Observation,
    legal: Sequence[str],
    memory: Sequence[Event],
    rng: random.Random,
    effort: Effort,
) -> str:
    """A legal bid, drawn from the mixture that the search found."""
    if len(legal) == 1:
        return legal[0]
    game = Game(seen, memory)
    if seen["phase"] == "take":
        return _taking(game, effort, rng)
    mix = mixture(game, effort, rng)
    cards = sorted(seen["you"]["cards"])
    return str(rng.choices(cards, mix.tolist())[0])


def mixture(game: Game, effort: Effort, rng: random.Random) -> Array:
    """The probability of each of our cards, lowest first."""
    player = game.players.index(game.you)
    mix = turn_of(game, effort, rng).solved(STEPS, player)[0, player]
    mix[mix < SELDOM * mix.max()] = 0
    found: Array = mix / mix.sum()
    return found


def turn_of(game: Game, effort: Effort, rng: random.Random) -> Mixtures:
    """This turn as a game; near the end of a stage, with all hands known, without any guess of what
    a card is worth."""
    size, count = len(game.seen["you"]["cards"]), len(game.players)
    if size**count <= TOGETHER:
        worlds = min(effort.worlds, LATE_WORLDS)
        course = game.courses(worlds, 1, rng)
        chance = np.random.default_rng(rng.getrandbits(64))
        hands, _ = _cards(course, 1, np.array(game.players), size, chance)
        if len(hands) == 1:
            return LateTurn(hands, np.ones(1), _together(game, worlds, size, rng)[None])
    return _turn(game, effort, rng)


def _together(game: Game, worlds: int, size: int, rng: random.Random) -> Array:
    """The value for each player of every combination of cards (rank of player 0, …, player)."""
    count, seats = len(game.players), np.array(game.players)
    laid = np.repeat(np.array(list(product(range(size), repeat=count))), 2, 0)
    course = game.courses(worlds, len(laid), rng)
    ranks = np.zeros((len(course.hands), game.seats), dtype=np.int64)
    ranks[:, seats] = np.tile(laid, (worlds, 1))
    cards = course.spend(_places(course.held, ranks))
    highest, second = cards.argsort(1)[:, :-3:-1].T
    course.take(highest, second, np.arange(len(cards)) % 2 == 1)
    chance = np.random.default_rng(rng.getrandbits(64))
    worth = game.play_on(course, len(laid), chance)[:, seats].reshape(worlds, -1, 2, count).mean(0)
    if not game.seen["options"]["taker_chooses"]:
        return worth[:, 0].reshape(*[size] * count, count)
    taker = highest[: len(laid) : 2]
    likes = worth[np.arange(len(worth)), :, np.searchsorted(seats, taker)].argmax(1)
    return worth[np.arange(len(worth)), likes].reshape(*[size] * count, count)


def _turn(game: Game, effort: Effort, rng: random.Random) -> Turn:
    """The worth of who takes what: each such end is played on in every world."""
    ends = list(permutations(range(len(game.players)), 2))
    seats = np.array(game.players)
    first, second = (np.tile(seats[list(some)], effort.worlds) for some in zip(*ends, strict=True))
    course = game.courses(effort.worlds, len(ends), rng)
    size = len(game.seen["you"]["cards"])
    chance = np.random.default_rng(rng.getrandbits(64))
    ranks = chance.integers(size, size=(len(course.hands), game.seats))
    cards = _cards(course, len(ends), seats, size, chance)
    course.spend(_places(course.held, ranks))
    course.take(first, second)
    worth = game.play_on(course, len(ends), chance)[:, seats]
    table, spent = _fitted(worth, ranks[:, seats], ends, size)
    if game.seen["options"]["taker_chooses"]:
        table = _chosen(table)
    return Turn(*cards, table, spent)


def _cards(
    course: Course, copies: int, seats: Array, size: int, chance: np.random.Generator
) -> tuple[Array, Array]:
    """The most frequent different hands, and their shares. Of equally frequent ones any: in the
    first stage all are, and those that sort last would have high cards at the first seat."""
    held = course.held[::copies, seats]
    cards = course.hands[::copies, seats][held].reshape(len(held), len(seats), size)
    found, counts = np.unique(cards, axis=0, return_counts=True)
    order = chance.permutation(len(counts))
    most = order[counts[order].argsort()[::-1][:HANDS]]
    return found[most], counts[most] / counts[most].sum()


def _chosen(table: Array) -> Array:
    """The worth of the ends if the highest bidder takes the tide they prefer."""
    players = range(len(table))
    likes = np.array([[table[first, second, first] > table[first, first, second]
                       for second in players] for first in players])  # fmt: skip
    return np.where(likes, table.swapaxes(1, 2), table)


def _fitted(
    worth: Array, ranks: Array, ends: Sequence[tuple[int, int]], size: int
) -> tuple[Array, Array]:
    """The worth of each end to each player, and that of having spent a card of each rank, as a
    smooth curve.
    """
    players = worth.shape[1]
    by_world = worth.reshape(-1, len(ends), players)
    mean = by_world.mean(0)
    table = np.zeros((players,) * 3)
    for place, (low, high) in enumerate(ends):
        table[:, low, high] = mean[place]
    rest = by_world - by_world.mean(1, keepdims=True) - mean + mean.mean(0)
    rest = rest.reshape(-1, players)
    curve = np.vander(np.linspace(-1, 1, size), min(size, CURVE), increasing=True)
    spent = np.empty((players, size))
    for player in range(players):
        weights = np.linalg.lstsq(curve[ranks[:, player]], rest[:, player], rcond=None)[0]
        spent[player] = curve @ weights
    return table, spent


def _taking(game: Game, effort: Effort, rng: random.Random) -> str:
    """The tide to take, if the highest bidder may choose."""
    worlds = 4 * effort.worlds
    course = game.courses(worlds, 2, rng)
    first, second = (np.full(2 * worlds, seat) for seat in game.seen["takers"])
    course.take(first, second, np.arange(2 * worlds) % 2 == 1)
    worth = game.play_on(course, 2, np.random.default_rng(rng.getrandbits(64)))[:, game.you]
    return "take low" if worth[::2].mean() >= worth[1::2].mean() else "take high"
