"""The searching bot for Turning Tides.

It imagines the enemy's hand, and in each of these worlds plays every pair of cards on for some
turns, with both sides following a quick policy. Then it plays a mixture against which no card of
the enemy does well, by regret matching over the enemy's possible hands. How to carry out a card is
found in the same way.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.bots.engine.turning_tides_course import (
    BACK,
    CLAIM,
    FIRE,
    FORWARD,
    NUMBER,
    SWING,
    WAITS,
    Array,
    Fleet,
    Lots,
)
from games.bots.engine.turning_tides_policy import carry_out, quick_cards
from games.catalogue.turning_tides import bot as light
from games.catalogue.turning_tides.rules.cards import WAIT
from games.catalogue.turning_tides.rules.imagining import imagine
from games.catalogue.turning_tides.rules.seen import executing
from games.catalogue.turning_tides.shapes import Observation
from games.rules.base import Event

STEPS = 120  # of regret matching
HEAT = 0.01  # in winning chances: how much worse a choice may be and still be chosen at times;
# less in many worlds, which tell more
SELDOM = 0.06  # cards with a smaller probability are dropped
SOON = 0.02  # how much better it is to win, and worse to lose, a turn earlier
ROWS = 1500  # at most, when choosing how to carry out a card, or for each world
ROWS_BY_WORLD = 40

# What decides a game; fitted to the outcomes of positions between equal players.
WEIGHTS = {
    "sailors": 0.35,
    "captain": 0.8,
    "guarded": 0.15,
    "cannons": 0.12,
    "manned": 0.2,
    "one zone gone": -0.9,
    "two zones gone": -1.6,
    "mast": 0.25,
    "pawn": 0.05,
    "attacks": 0.1,
}


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of a search: imagined hands of the enemy, and turns played on."""

    worlds: int = 40
    turns: int = 7


def features(fleet: Fleet) -> Array:
    """The features of both ships (rows, 2, features), in the order of `WEIGHTS`."""
    captain = fleet.captain
    at = np.maximum(captain, 0)[:, :, None]
    guards = np.take_along_axis(fleet.sailors, at, 2)[:, :, 0] * (captain >= 0)
    facing = 1 - fleet.facing if not fleet.live.any() else fleet.facing
    manned = (fleet.cannons[:, :, :, facing] & (fleet.sailors > 0)).sum(2)
    gone = fleet.destroyed.sum(2)
    left = (fleet.hand + fleet.pile)[:, :, [SWING, FIRE]].sum(2) * fleet.live[:, None]
    return np.stack(
        [
            fleet.sailors.sum(2),
            captain >= 0,
            np.minimum(guards, 1),
            fleet.cannons.sum((2, 3)),
            manned,
            gone >= 1,
            gone >= 2,
            fleet.mast,
            np.stack([fleet.pawn == 0, fleet.pawn == 1], 1),
            left,
        ],
        axis=2,
    ).astype(np.float64)


def worth(fleet: Fleet, seat: int) -> Array:
    """This seat's chance of winning, by row."""
    seen = features(fleet)
    lead = (seen[:, seat] - seen[:, 1 - seat]) @ np.array(list(WEIGHTS.values()))
    likely = 1 / (1 + np.exp(-lead))
    return np.where(fleet.winner >= 0, fleet.winner == seat, likely)


def play_on(fleet: Fleet, seat: int, turns: int, chance: Lots) -> Array:
    """Plays `turns` turns by the quick policy, or to the end of the round; returns the worth to
    this seat, by row.

    An early win is worth more: a certain one is taken, since nothing is certain later.
    """
    early = np.zeros(len(fleet.winner))
    for _ in range(turns):
        early += fleet.winner >= 0
        if fleet.live.any():
            fleet.draw(chance)
            play_turn(fleet, quick_cards(fleet, chance), chance)
    return worth(fleet, seat) + SOON * early * np.where(fleet.winner == seat, 1, -1)


def play_turn(fleet: Fleet, cards: Array, chance: Lots) -> None:
    """Carries out both cards of each row in their order; then the ships sail."""
    first, promoting = fleet.order(cards)
    fleet.offset += ((cards == WAITS).all(1) & fleet.live).astype(fleet.offset.dtype)
    rows = np.arange(len(cards))
    for seat in (first, 1 - first):
        carry_out(fleet, rows, seat, cards[rows, seat], promoting[rows, seat], chance)
    fleet.sail(cards)


class Waters:
    """An observation, and worlds that agree with it."""

    def __init__(self, seen: Observation) -> None:
        self.seen, self.you = seen, int(seen["you"]["seat"])

    def hidden(self, worlds: int, chance: np.random.Generator) -> tuple[Array, Array]:
        """The enemy's hand and pile in imagined worlds, as counts (worlds, cards)."""
        ship = self.seen["ships"][1 - self.you]
        cards = np.array([NUMBER[card] for card in ship["unseen"] if card != WAIT], dtype=np.int64)
        waits = len(ship["unseen"]) - len(cards)
        mixed = chance.permuted(np.broadcast_to(cards, (worlds, len(cards))), axis=1)
        held = ship["cards"] - waits
        hand = (mixed[:, :held, None] == np.arange(7)).sum(1)
        pile = (mixed[:, held : held + ship["pile"], None] == np.arange(7)).sum(1)
        return hand, pile

    def fleet(self, hand: Array, pile: Array) -> Fleet:
        """One row for each of these hands and piles of the enemy."""
        seen, count = self.seen, len(hand)
        ships, you = seen["ships"], seen["you"]

        def many(values: Any, kind: Any) -> Array:
            return np.repeat(np.array(values, dtype=kind)[None], count, 0)

        zones = [ship["zones"] for ship in ships]
        captains = [
            next((at for at, zone in enumerate(some) if zone["captain"]), -1) for some in zones
        ]
        hands, piles = np.zeros((2, count, 2, 7), dtype=np.int64)
        hands[:, self.you] = _counts(you["cards"])
        piles[:, self.you] = _counts(you["pile"])
        hands[:, 1 - self.you], piles[:, 1 - self.you] = hand, pile
        for seat, card in enumerate(seen["revealed"]):
            if card is not None and seen["phase"] == "execute":
                hands[:, seat, NUMBER[card]] += 1
        hands[:, :, WAITS] = 1
        return Fleet(
            sailors=many([[zone["sailors"] for zone in some] for some in zones], np.int64),
            captain=many(captains, np.int64),
            cannons=many(
                [[["a" in z["cannons"], "b" in z["cannons"]] for z in some] for some in zones], bool
            ),
            mast=many([some[3]["mast"] for some in zones], bool),
            destroyed=many([[zone["destroyed"] for zone in some] for some in zones], bool),
            spare_sailors=many([ship["hold"]["sailors"] for ship in ships], np.int64),
            spare_cannons=many([ship["hold"]["cannons"] for ship in ships], np.int64),
            hand=hands,
            pile=piles,
            pawn=np.full(count, seen["pawn"]),
            offset=np.full(count, seen["offset"]),
            winner=np.full(count, -1),
            live=np.ones(count, dtype=bool),
            facing="ab".index(seen["facing"]),
            introduction=seen["introduction"],
            either=seen["goal"] == "or",
        )


def _counts(cards: Sequence[str]) -> Array:
    return np.bincount([NUMBER[card] for card in cards], minlength=7)


def choose(
    seen: Observation,
    legal: Sequence[str],
    memory: Sequence[Event],
    rng: random.Random,
    effort: Effort,
) -> str:
    if len(legal) == 1:
        return legal[0]
    chance = np.random.default_rng(rng.getrandbits(64))
    if seen["phase"] == "choose":
        mix = mixture(seen, legal, effort, chance)
        return rng.choices(list(legal), mix.tolist())[0]
    if seen["phase"] == "execute":
        return _way(seen, legal, memory, effort, rng, chance)
    return light.choose(seen, legal, rng)


def mixture(
    seen: Observation, legal: Sequence[str], effort: Effort, chance: np.random.Generator
) -> Array:
    """The probability of each of these cards."""
    return _equilibrium(*payoffs(seen, legal, effort, chance))


def payoffs(
    seen: Observation, legal: Sequence[str], effort: Effort, chance: np.random.Generator
) -> tuple[Array, Array]:
    """Our winning chance by our card and the enemy's; and the cards in each imagined hand."""
    waters = Waters(seen)
    hand, pile = waters.hidden(effort.worlds, chance)
    hand[:, WAITS] = 1
    mine = np.array([NUMBER[card] for card in legal])
    world, own, theirs = np.nonzero((hand[:, None, :] > 0) & np.ones((1, len(mine), 1), dtype=bool))
    fleet = waters.fleet(hand[world], pile[world])
    cards = np.zeros((len(world), 2), dtype=np.int64)
    cards[:, waters.you], cards[:, 1 - waters.you] = mine[own], theirs
    lots = Lots(chance, world)
    play_turn(fleet, cards, lots)
    value = play_on(fleet, waters.you, effort.turns, lots)
    total, count = np.zeros((len(mine), 7)), np.zeros((len(mine), 7))
    np.add.at(total, (own, theirs), value)
    np.add.at(count, (own, theirs), 1)
    return total / np.maximum(count, 1), hand > 0


def _equilibrium(payoff: Array, held: Array) -> Array:
    """Regret matching: our mixture against an enemy who holds one of these hands."""
    hands, often = np.unique(held, axis=0, return_counts=True)
    often = often / often.sum()
    mine = np.zeros(len(payoff))
    theirs = np.zeros(hands.shape)
    total = np.zeros(len(payoff))
    for step in range(STEPS):
        mix = _matched(mine[None], np.ones((1, len(mine)), dtype=bool))[0]
        reply = _matched(theirs, hands)
        total += (step + 1) * mix
        gain = payoff @ (often @ reply)
        cost = mix @ payoff
        mine = np.maximum(mine + gain - mix @ gain, 0)
        theirs = np.maximum(theirs + (reply @ cost)[:, None] - cost[None], 0) * hands
    mix = total / total.sum()
    mix[mix < min(SELDOM, mix.max())] = 0
    return mix / mix.sum()


def _matched(regrets: Array, possible: Array) -> Array:
    total = regrets.sum(1, keepdims=True)
    even = possible / possible.sum(1, keepdims=True)
    return np.where(total > 1e-12, regrets / np.maximum(total, 1e-12), even)


def _way(
    seen: Observation,
    legal: Sequence[str],
    memory: Sequence[Event],
    effort: Effort,
    rng: random.Random,
    chance: np.random.Generator,
) -> str:
    """Chooses how to carry out our card, by trying each choice in the same worlds."""
    waters, count = Waters(seen), len(legal)
    most = max(ROWS, ROWS_BY_WORLD * effort.worlds)
    worlds = max(4, min(effort.worlds, most // count))
    hand, pile = waters.hidden(worlds, chance)
    fleet = waters.fleet(np.repeat(hand, count, 0), np.repeat(pile, count, 0))
    rows = np.arange(worlds * count)
    lots = Lots(chance, rows // count)
    card = NUMBER[executing(seen)["card"]]
    for number, choice in enumerate(legal):
        carry_choice(fleet, rows[number::count], waters.you, card, choice)
    if (wins := fleet.winner[:count] == waters.you).any():
        return legal[int(wins.argmax())]
    cards = np.tile([NUMBER[card] for card in seen["revealed"] if card is not None], (len(rows), 1))
    if len(imagine(seen, memory, rng).queue) > 1:
        foe = np.full(len(rows), 1 - waters.you)
        promoting = np.full(len(rows), seen["levels"][1 - waters.you] == 7)
        carry_out(fleet, rows, foe, cards[rows, foe], promoting, lots)
    fleet.sail(cards)
    value = play_on(fleet, waters.you, effort.turns, lots).reshape(worlds, count).mean(0)
    heat = HEAT * min(1, Effort().worlds / effort.worlds)
    weights = np.exp((value - value.max()) / heat)
    return rng.choices(list(legal), weights.tolist())[0]


def carry_choice(fleet: Fleet, rows: Array, seat: int, card: int, choice: str) -> None:
    """Carries out a choice, written as in records, in these rows."""
    seats = np.full(len(rows), seat)

    def zone(text: str) -> Array:
        return np.full(len(rows), int(text[0]) - 1)

    def place(text: str) -> Array:
        return 2 * zone(text) + "ab".index(text[1])

    match choice.split():
        case ["at", at] if len(at) == 1:
            fleet.place_sailor(rows, seats, zone(at))
        case ["at", at]:
            fleet.place_cannon(rows, seats, place(at) // 2, place(at) % 2)
        case ["captain", _, "to", end]:
            fleet.move_captain(rows, seats, zone(end))
        case ["sailor", start, "to", end]:
            fleet.move_sailor(rows, seats, zone(start), zone(end))
        case ["cannon", start, "to", end]:
            fleet.move_cannon(rows, seats, place(start), place(end))
        case ["promote", at]:
            fleet.promote(rows, seats, zone(at))
        case ["from", start]:
            attack = fleet.swing if card == SWING else fleet.fire
            attack(rows, seats, zone(start))
        case [how]:
            number = {"forward": FORWARD, "back": BACK, "claim": CLAIM}[how]
            fleet.navigate(rows, seats, np.full(len(rows), number))
