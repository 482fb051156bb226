"""A player of Turn the Tide who imagines the turn with each of his cards.

He deals the cards that he has not seen to the others many times over (sets that he once
held himself he remembers), plays the turn in his mind, and bids the card that leaves him
best off on average: with his belts, and with low water.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from games.catalogue.turn_the_tide.rules.water import Table, lose, take
from games.catalogue.turn_the_tide.shapes import Observation, Seat

IMAGINED = 24  # deals for each bid

# Values, in belts.
BELT = 1.0
ELIMINATION = 2.0
DEEPEST_WATER = 0.9  # the dread of level 12; it falls off quickly below
HIGH_CARD = 0.12  # the price of spending the 60: high cards fetch low tides later
OTHERS = 0.4  # of what the others lose together


def choose(observation: Observation, legal: Sequence[str], rng: random.Random) -> str:
    """The bid that promises most; of equals the first."""
    if observation["phase"] == "take":
        return max(legal, key=lambda bid: _worth_of_taking(observation, bid))
    if len(legal) == 1:
        return legal[0]
    imagined = [_others_bids(observation, rng) for _ in range(IMAGINED)]
    worth = _worth_of_turns(observation)
    return max(legal, key=lambda bid: _worth_of_card(observation, int(bid), imagined, worth))


def _others_bids(observation: Observation, rng: random.Random) -> dict[int, int]:
    """A bid for each other seat in the stage, from the cards that it may hold."""
    unseen = _unseen(observation)
    rng.shuffle(unseen)
    remembered = {known["seat"]: known["cards"] for known in observation["you"]["known_sets"]}
    bids = {}
    for seat, place in enumerate(observation["seats"]):
        if place["out"] or seat == observation["you"]["seat"]:
            continue
        if seat in remembered:
            bids[seat] = rng.choice(sorted(set(remembered[seat]) - set(place["played"])))
        else:
            bids[seat] = unseen.pop()
    return bids


def _unseen(observation: Observation) -> list[int]:
    you = observation["you"]
    seen = {*you["cards"]}
    seen.update(*(place["played"] for place in observation["seats"]))
    seen.update(*(known["cards"] for known in you["known_sets"]))
    return [card for card in range(1, 61) if card not in seen]


def _worth_of_card(
    observation: Observation,
    card: int,
    imagined: Iterable[dict[int, int]],
    worth: Callable[[int, int], float],
) -> float:
    you = observation["you"]["seat"]
    worths = [worth(*_two_highest({**others, you: card})) for others in imagined]
    return sum(worths) / len(worths) - HIGH_CARD * card / 60


def _two_highest(bids: dict[int, int]) -> list[int]:
    return sorted(bids, key=bids.__getitem__, reverse=True)[:2]


def _worth_of_turns(observation: Observation) -> Callable[[int, int], float]:
    """What a turn is worth by the seats of its two highest bids, which alone decide it: hundreds of
    imagined turns are a dozen different ones."""
    low, high = sorted(observation["turned_up"])
    return cache(lambda highest, second: _worth_of_tides(observation, {highest: low, second: high}))


def _worth_of_taking(observation: Observation, bid: str) -> float:
    low, high = sorted(observation["turned_up"])
    highest, second = observation["takers"]
    taken = (low, high) if bid == "take low" else (high, low)
    return _worth_of_tides(observation, dict(zip((highest, second), taken, strict=True)))


def _worth_of_tides(observation: Observation, taken: dict[int, int]) -> float:
    """What the table is worth to us once these seats took these tides and the deepest lost."""
    you = observation["you"]["seat"]
    seats = observation["seats"]
    table = Table(
        held=[],
        played=[],
        belts=[place["belts"] for place in seats],
        tides=[place["tide"] for place in seats],
        out=[place["out"] for place in seats],
    )
    for rank, (seat, tide) in enumerate(taken.items(), start=1):
        take(table, seat, tide, rank)
    lose(table, observation["options"]["cascade"])
    losses = [_loss(seats[seat], table, seat) for seat in range(len(seats))]
    others = sum(losses) - losses[you]
    return OTHERS * others / (len(seats) - 1) - losses[you] - _dread(table.tides[you])


def _loss(before: Seat, table: Table, seat: int) -> float:
    if table.out[seat]:
        return 0 if before["out"] else ELIMINATION
    return BELT * (before["belts"] - table.belts[seat])


def _dread(tide: int | None) -> float:
    return DEEPEST_WATER * ((tide or 0) / 12) ** 3
