"""The searching bot for Rowboat.

It deals the unknown cards many times. In each of these worlds it plays every answer to the end of
the stage, with all seats following a quick policy: make the bid, then duck. The end is valued by
score, sandbags and the specialty cards that are left.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.bots.engine.rowboat_course import (
    BOAT,
    CARDS,
    NO_CARD,
    NUMBER,
    STRENGTH,
    Array,
    Legal,
    Rows,
)
from games.bots.engine.rowboat_deals import Deals
from games.bots.engine.rowboat_solver import solved
from games.catalogue.rowboat import bot as light
from games.catalogue.rowboat.rules.cards import LIGHTHOUSE, ROWBOAT
from games.catalogue.rowboat.rules.imagining import Memory
from games.catalogue.rowboat.rules.scoring import CAPSIZE_BAGS, CAPSIZE_POINTS
from games.catalogue.rowboat.shapes import Observation
from games.rules.base import Event

# Tuned by playing against itself and others; those from BAG to STEEP by how well they foretell the
# winner (docs/bots.md):
EAGER = 1.5  # weight of a trick now, compared with the card's use in a later trick
REACH = 0.35  # share of a foe's cards that can be played in any one trick
BAG = 18.0  # points that a sandbag costs in the long run
BOAT_LEFT = 20.0  # points that an unused Rowboat is worth, and the Moon
MOON_LEFT = 2.0
STAGE = 22.0  # mean points per stage, and below their spread
STRAYS = 30.0
STAGES_LEFT = 2.5  # at least: who is near the target needs more than one good stage
STEEP = 0.71  # of that spread: the scale of the logistic curve
LONG = 8  # cards of a Tide for which the Lighthouse is worth its card
ROWS = 4000  # worlds times answers times seats, at most
EXACT = 2  # final tricks that are solved exactly
WOBBLE = 0.08  # randomness of the policy: noise on its preferences
HEAT = 0.004  # in winning chances: how much worse an answer may be and still be chosen at times,
COLD = 0.001  # in an even game; hardly anything in one that is all but won or lost
TINY = 1e-6  # of a chance: what a point is worth in such a game
TRICK = 0.05  # of a chance: what a trick is worth in the exchange


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of a search: the number of worlds for each answer, where there are few."""

    worlds: int = 60


def aside(seen: Observation) -> str:
    """The Lighthouse, before our bid: in a long Tide, where it shows most, or in what may be the
    last stage."""
    lit = LIGHTHOUSE in seen["you"]["asides"] and seen["phase"] == "bid"
    nearest = max(side["score"] for side in seen["sides"])
    length = len(seen["tide"])
    return LIGHTHOUSE if lit and (length >= LONG or nearest + 10 * length >= seen["target"]) else ""


class Odds:
    """The chance, by trick and card, that no foe can play a stronger card."""

    def __init__(self, tide: Array, unseen: Sequence[int], foes: int, now: int) -> None:
        tricks = len(tide)
        self.now = np.ones((tricks, NO_CARD + 1), dtype=np.float32)
        for trick in range(now, tricks):
            strengths = STRENGTH[tide[trick]]
            others = np.sort(strengths[list(unseen)])
            weaker = np.searchsorted(others, strengths, "left")
            upto = np.searchsorted(others, strengths, "right")
            stronger = (len(others) - upto + (upto - weaker) / 2) / max(len(others), 1)
            self.now[trick] = np.maximum(1 - stronger, 0) ** (REACH * (tricks - trick) * foes)
        self.best, self.mean = np.zeros_like(self.now), np.zeros_like(self.now)
        for trick in range(now, tricks - 1):
            self.best[trick] = self.now[trick + 1 :].max(0)
            self.mean[trick] = self.now[trick + 1 :].mean(0)


class Table:
    """The game as an observation shows it, and the value of the end of a stage."""

    def __init__(self, seen: Observation, memory: Sequence[Event]) -> None:
        self.seen, self.memory = seen, Memory(seen, memory)
        self.deals = Deals(seen, self.memory)
        self.seats, self.you = len(seen["side_of"]), int(seen["you"]["seat"])
        self.sides = np.array(seen["side_of"])
        self.side = int(seen["you"]["side"])
        self.tide = np.array([NUMBER[card] for card in seen["tide"]], dtype=np.int8)
        foes = 2 if self.seats == 4 else self.seats - 1
        gone = {*seen["tide"], *self.memory.gone, *seen["you"]["cards"]}
        unseen = [NUMBER[card] for card in CARDS[:BOAT] if card not in gone]
        self.odds = Odds(self.tide, unseen, foes, max(int(seen["trick"]) - 1, 0))

    def rows(self, worlds: int, copies: int, chance: np.random.Generator) -> Rows:
        """Creates `worlds` worlds, each in `copies` consecutive rows."""
        hands = self.deals.hands(worlds, chance)
        married = self.deals.married(hands)
        return self.laid(np.repeat(hands, copies, 0), np.repeat(married, copies, 0))

    def laid(self, hands: Array, married: Array) -> Rows:
        seen, count = self.seen, len(hands)
        table = np.full((count, self.seats), NO_CARD, dtype=np.int8)
        for play in seen["on_table"]:
            table[:, play["seat"]] = NUMBER[play["card"]]
        leader = (seen["dealer"] + 1) % self.seats if seen["leader"] is None else seen["leader"]
        sides = seen["sides"]
        return Rows(
            tide=self.tide,
            hands=hands,
            held=hands != NO_CARD,
            married=married,
            boats=np.tile([ROWBOAT in side["left"] for side in sides], (count, 1)),
            won=np.tile(np.array([side["tricks"] for side in sides]), (count, 1)),
            leader=np.full(count, leader),
            pending=np.full(count, seen["pending"]),
            table=table,
            trick=max(int(seen["trick"]) - 1, 0),
            played=len(seen["on_table"]),
        )

    def side_bids(self, bids: Array) -> Array:
        """The bids by side, from those by seat (rows, seats)."""
        totals = np.zeros((len(bids), len(self.seen["sides"])), dtype=np.int64)
        for seat, side in enumerate(self.sides):
            totals[:, side] += bids[:, seat]
        return totals

    def worth(self, rows: Rows, bids: Array) -> Array:
        """Our side's chance of winning, by row, if the stage ends like this."""
        sides = self.seen["sides"]
        score = np.array([side["score"] for side in sides])[None]
        bags = np.array([side["bags"] for side in sides])[None]
        if self.seen["novice"]:
            score, bags = score + 10 * rows.won, bags + 0 * rows.won
        else:
            made = rows.won >= bids
            score = score + np.where(made, 10 * bids, -10 * bids)
            bags = bags + np.where(made, rows.won - bids, 0)
        times = bags // CAPSIZE_BAGS
        return self.value(score - CAPSIZE_POINTS * times, bags - CAPSIZE_BAGS * times, rows.boats)

    def value(self, score: Array, bags: Array, boats: Array) -> Array:
        """Our side's chance of winning, by row, from score, sandbags and unused Rowboats by side
        (rows, sides) after a stage."""
        moons = np.array([MOON_LEFT * ("moon" in side["left"]) for side in self.seen["sides"]])
        standing = score - BAG * bags + BOAT_LEFT * boats + moons
        target = self.seen["target"]
        top = score.max(1)
        stages = np.maximum((target - top) / STAGE, STAGES_LEFT)
        scale = STEEP * STRAYS * 1.41 * np.sqrt(stages)
        likely = np.exp((standing - standing.max(1)[:, None]) / scale[:, None])
        share = likely[:, self.side] / likely.sum(1)
        rank = CAPSIZE_BAGS * score - bags
        best = rank == rank.max(1)[:, None]
        over = (top >= target) & (best.sum(1) == 1)  # equal in both, they play on (2.8)
        return np.where(over, best[:, self.side], share) + TINY * standing[:, self.side]


def play_on(
    table: Table, rows: Rows, bids: Array, copies: int, chance: np.random.Generator
) -> Array:
    """Plays to the end of the stage by the quick policy; returns the worth to us, by row.

    With two sides, the last tricks are solved. The copies of a world share their random numbers, so
    that they differ only by our answer.
    """
    goals = of_sides = table.side_bids(bids)
    if table.seen["novice"]:
        goals = np.full_like(goals, len(table.tide))
    exact = EXACT if len(table.seen["sides"]) == 2 else 0
    play_quickly(table, rows, goals, copies, chance, exact)
    return solved(rows, table.side, lambda ended, origin: table.worth(ended, of_sides[origin]))


def play_quickly(
    table: Table, rows: Rows, goals: Array, copies: int, chance: np.random.Generator, left: int = 0
) -> None:
    """Plays by the quick policy until `left` tricks remain."""
    while len(table.tide) - rows.trick > left:
        seat = rows.turn()
        legal = rows.legal(seat)
        noise = chance.gumbel(size=(len(seat) // copies, rows.hands.shape[2]))
        noise = np.repeat(noise, copies, 0)
        place, rowing = quick_choice(table, rows, seat, legal, goals, noise)
        rows.play(seat, legal, place, rowing)


def quick_choice(
    table: Table, rows: Rows, seat: Array, legal: Legal, goals: Array, noise: Array
) -> tuple[Array, Array]:
    """The quick policy: win until the bid is made, then duck; play the Rowboat where the bid needs
    it.
    """
    odds, trick, index = table.odds, rows.trick, rows.index
    cards = legal.cards
    side = rows.side_of[seat]
    need = goals[index, side] - rows.won[index, side]
    stake = 1 + rows.pending
    wins = _winning(table, rows, side, cards)
    keeps = odds.best[trick][cards]
    gain = EAGER * stake[:, None] * wins - keeps
    worth = np.where((need > 0)[:, None], gain, -gain)
    worth = worth + WOBBLE * noise
    worth[~legal.places] = -np.inf
    if not legal.boat.any():
        return worth.argmax(1), legal.boat
    held = legal.places
    best = np.where(held, wins, 0).max(1)
    mean = (odds.mean[trick][cards] + keeps) / 2
    after = np.where(rows.held[index, seat], mean, 0).sum(1) * (1 - 1 / (1 + held.sum(1)))
    calls = (need > 0) & (best < 0.75) & (need - stake <= after + 0.5) & (need > after)
    calls |= ~held.any(1)
    return worth.argmax(1), legal.boat & calls & ~(rows.table == BOAT).any(1)


def _winning(table: Table, rows: Rows, side: Array, cards: Array) -> Array:
    """The chance, by place in the hand, that the side takes this trick with that card."""
    trick = rows.trick
    strengths = STRENGTH[rows.ruling]
    mine = strengths[cards]
    if not rows.played:
        return table.odds.now[trick][cards]
    on_table = strengths[rows.table]
    best = on_table.max(1)
    if rows.played == rows.seats - 1:
        certain = (mine > best[:, None]).astype(np.float32)
    else:
        certain = (mine > best[:, None]) * table.odds.now[trick][cards] ** 0.5
    if rows.seats != 4:
        return certain
    holder = on_table.argmax(1)
    partner = (rows.side_of[holder] == side) & ((on_table == best[:, None]).sum(1) == 1)
    stands = 1.0 if rows.played == 3 else table.odds.now[trick][rows.table[rows.index, holder]]
    return np.where(
        partner[:, None] & (mine < best[:, None]), np.broadcast_to(stands, best.shape)[:, None],
        certain,
    )  # fmt: skip


def choose(
    seen: Observation,
    legal: Sequence[str],
    memory: Sequence[Event],
    rng: random.Random,
    effort: Effort,
) -> str:
    """A legal answer that isn't a misplay."""
    proper = [answer for answer in legal if answer in seen["you"]["proper"]] or list(legal)
    if len(proper) == 1:
        return proper[0]
    if seen["phase"] == "moon":
        return light.choose(seen, proper, rng)
    table = Table(seen, memory)
    chance = np.random.default_rng(rng.getrandbits(64))
    judge = {"exchange": _exchanges, "bid": _bids, "play": _plays}[seen["phase"]]
    worlds = min(effort.worlds, ROWS // (table.seats * len(proper)))
    answers, worths = judge(table, proper, worlds, chance)
    return _mixed(answers, worths, rng)


def _mixed(answers: Sequence[str], worths: Array, rng: random.Random) -> str:
    """Mostly the best answer, sometimes one that is hardly worse."""
    chance = float(np.clip(worths.max(), 0, 1))
    heat = HEAT * max(4 * chance * (1 - chance), COLD)
    weights = np.exp((worths - worths.max()) / heat)
    return rng.choices(answers, weights.tolist())[0]


def _plays(
    table: Table, proper: Sequence[str], worlds: int, chance: np.random.Generator
) -> tuple[Sequence[str], Array]:
    count = len(proper)
    rows = table.rows(worlds, count, chance)
    cards = np.tile([NUMBER[answer.split()[1]] for answer in proper], worlds)
    seat = rows.turn()
    legal = rows.legal(seat)
    place = (legal.cards == cards[:, None]).argmax(1)
    rows.play(seat, legal, place, cards == BOAT)
    bids = np.tile([bid or 0 for bid in table.seen["bids"]], (worlds * count, 1))
    worth = play_on(table, rows, bids, count, chance)
    return proper, worth.reshape(worlds, count).mean(0)


def _expected(table: Table, rows: Rows, copies: int, chance: np.random.Generator) -> Array:
    """The tricks won by each side if everybody tries to win all."""
    goals = np.full((len(rows.leader), len(table.seen["sides"])), len(table.tide))
    play_quickly(table, rows, goals, copies, chance)
    return rows.won


def _bids(
    table: Table, proper: Sequence[str], worlds: int, chance: np.random.Generator
) -> tuple[Sequence[str], Array]:
    """All bids, and their worth; the others' bids are guessed."""
    answers = sorted(proper, key=lambda answer: int(answer.split()[1]))
    rows = table.rows(worlds, 1, chance)
    kept = rows.hands.copy()
    wins = _expected(table, rows, 1, chance)
    count = len(answers)
    bids = np.zeros((worlds * count, table.seats), dtype=np.int64)
    for seat in range(table.seats):
        given = table.seen["bids"][seat]
        guess = _guess(table, wins, seat)
        bids[:, seat] = np.repeat(guess, count) if given is None else given
    bids[:, table.you] = np.tile([int(answer.split()[1]) for answer in answers], worlds)
    again = table.laid(
        np.repeat(kept, count, 0), np.zeros((worlds * count, *kept.shape[1:]), dtype=bool)
    )
    worth = play_on(table, again, bids, count, chance)
    return answers, worth.reshape(worlds, count).mean(0)


def _guess(table: Table, wins: Array, seat: int) -> Array:
    """A guess of a seat's bid, between its tricks in that world and its average."""
    mates = 2 if table.seats == 4 else 1
    won = wins[:, table.sides[seat]] / mates
    guess = np.rint(0.85 * (0.6 * won + 0.4 * won.mean()))
    return np.clip(guess, 0 if mates == 2 else 1, len(table.tide)).astype(np.int64)


def _exchanges(
    table: Table, proper: Sequence[str], worlds: int, chance: np.random.Generator
) -> tuple[Sequence[str], Array]:
    """The cards we can give away, and their worth: by the tricks that our side wins without them,
    as if the best of them made an even game.
    """
    count = len(proper)
    rows = table.rows(worlds, count, chance)
    given = np.tile([NUMBER[answer.split()[1]] for answer in proper], worlds)
    keeps = table.odds.best[0]
    out = keeps[rows.hands].argmin(2)
    mine = (rows.hands[:, table.you] == given[:, None]).argmax(1)
    out[:, table.you] = mine
    away = np.take_along_axis(rows.hands, out[:, :, None], 2)
    np.put_along_axis(rows.hands, out[:, :, None], np.roll(away, 2, axis=1), 2)
    wins = _expected(table, rows, count, chance)[:, table.side].reshape(worlds, count).mean(0)
    return proper, 0.5 + TRICK * (wins - wins.max())
