"""Turn the Tide: a random state that may be the true one, given what one seat knows.

Of other seats' sets, a seat knows the belts, what was played in this stage and, if the table
shows it or it remembers the events, in earlier ones; sets that it once held, it knows completely.
The rest is drawn uniformly from all deals that fit.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any

from games.catalogue.turn_the_tide.rules.state import (
    HALF_BELTS,
    TIDE_CARDS,
    TURNS,
    WEATHER_CARDS,
    State,
    as_bids,
    set_of,
    stage_laid_out,
)
from games.catalogue.turn_the_tide.shapes import Observation
from games.rules.base import Event

Cards = tuple[int, ...]
Counts = tuple[int, int, int]  # numbers of cards without a belt, with half a belt, with a whole one


def imagine(seen: Observation, memory: Sequence[Event], rng: random.Random) -> State:
    """A state whose observation by the same seat is `seen`; `memory` holds the events so far."""
    seats = len(seen["seats"])
    state = State(
        seats=seats,
        cascade=seen["options"]["cascade"],
        taker_chooses=seen["options"]["taker_chooses"],
        stage=seen["stage"],
        history=tuple(map(tuple, seen["history"])),
        shown=_shown(seen),
    )
    if not seen["you"]["cards"] and not any(each["set_belts"] for each in seen["seats"]):
        return stage_laid_out(state, stage=1)
    state = state._replace(sets=Sets(seen, memory).dealt(rng))
    if seen["phase"] == "bid" and not seen["turned_up"]:
        return stage_laid_out(state, seen["stage"])
    return _laid_out(state, seen, rng)


def _shown(seen: Observation) -> tuple[Cards, ...]:
    """What was played of each set in earlier stages, by the seat that it was dealt to."""
    seats = seen["seats"]
    holders = [(owner + seen["stage"] - 1) % len(seats) for owner in range(len(seats))]
    shown = tuple(tuple(seats[holder].get("seen_before", ())) for holder in holders)
    return shown if any(shown) else ()


def _laid_out(state: State, seen: Observation, rng: random.Random) -> State:
    """The state with these sets and the table as it is seen."""
    places = seen["seats"]
    held = [
        as_bids(set(set_of(state, seat, state.stage)) - set(place["played"]))
        for seat, place in enumerate(places)
    ]
    return state._replace(
        deck=_deck(seen, rng),
        phase=seen["phase"],
        turn=seen["hand"],
        held=tuple(held),
        played=tuple(tuple(place["played"]) for place in places),
        belts=tuple(place["belts"] for place in places),
        tides=tuple(place["tide"] for place in places),
        out=tuple(place["out"] for place in places),
        takers=tuple(seen["takers"]),
    )


def _deck(seen: Observation, rng: random.Random) -> Cards:
    """The tide cards: those already used, those turned up, and the rest in random order."""
    left, shown = list(seen["tides_left"]), list(seen["turned_up"])
    behind = list((Counter(TIDE_CARDS) - Counter(left + shown)).elements())
    rng.shuffle(left)
    return (*behind, *shown, *left)


class Sets:
    """What a seat knows of all sets, and the deals that fit it."""

    def __init__(self, seen: Observation, memory: Sequence[Event] = ()) -> None:
        self.seats, self.stage = len(seen["seats"]), int(seen["stage"])
        self.known: list[set[int]] = [set() for _ in range(self.seats)]
        self.belts = [0] * self.seats
        for seat, place in enumerate(seen["seats"]):
            self.known[self._dealt_to(seat)] |= {*place.get("seen_before", ()), *place["played"]}
            self.belts[self._dealt_to(seat)] = place["set_belts"]
        you = seen["you"]
        self.known[self._dealt_to(you["seat"])] |= set(you["cards"])
        for held in you["known_sets"]:
            self.known[self._dealt_to(held["seat"])] |= set(held["cards"])
        self._remember(memory)
        gone = set().union(*self.known)
        self.unseen = [[c for c in WEATHER_CARDS if c not in gone and HALF_BELTS[c] == k]
                       for k in range(3)]  # fmt: skip
        self.wanted = tuple(self._wanted(owner) for owner in range(self.seats))

    def _dealt_to(self, seat: int, stage: int = 0) -> int:
        """The seat to which the set was dealt that this seat holds in a stage (0: the present
        one)."""
        return (seat - (stage or self.stage) + 1) % self.seats

    def _remember(self, memory: Sequence[Event]) -> None:
        """Adds what was played in earlier stages, from the events."""
        stage = 0
        for event in memory:
            if event.kind == "turned_up":
                stage = event.data["stage"]
            elif event.kind == "played" and stage:
                for seat, card in event.data["bids"].items():
                    self.known[self._dealt_to(int(seat), stage)].add(card)

    def _wanted(self, owner: int) -> tuple[int, int]:
        """How many cards of this set are unknown, and how many half belts they have, not counting
        an odd one."""
        known = self.known[owner]
        halves = sum(map(HALF_BELTS.__getitem__, known))
        return TURNS - len(known), 2 * self.belts[owner] - halves

    def dealt(self, rng: random.Random) -> tuple[Cards, ...]:
        """One of the deals that fit, all equally likely, by the seat dealt to."""
        piles = [rng.sample(pile, len(pile)) for pile in self.unseen]
        left: Counts = (len(piles[0]), len(piles[1]), len(piles[2]))
        sets = []
        for owner in range(self.seats):
            some = _drawn(left, self.wanted[owner:], rng)
            cards = [pile.pop() for pile, count in zip(piles, some, strict=True)
                     for _ in range(count)]  # fmt: skip
            left = (len(piles[0]), len(piles[1]), len(piles[2]))
            sets.append(tuple(sorted([*self.known[owner], *cards])))
        return tuple(sets)


def _drawn(left: Counts, wanted: Sequence[tuple[int, int]], rng: random.Random) -> Counts:
    """How many cards of each kind the first of these sets gets, with the right probability."""
    options = _options(left, tuple(wanted))
    return rng.choices([some for some, _ in options], [float(ways) for _, ways in options])[0]


@lru_cache(maxsize=20_000)
def _options(left: Counts, wanted: tuple[Any, ...]) -> list[tuple[Counts, int]]:
    """The ways to fill the first set, each with the number of complete deals that contain it."""
    (size, halves), rest = wanted[0], wanted[1:]
    found = []
    for total in (halves, halves + 1):  # an odd half is dropped (1.3(3))
        for whole in range(max(0, total // 2) + 1):
            some = (size - whole - (total - 2 * whole), total - 2 * whole, whole)
            if min(some) >= 0 and all(a <= b for a, b in zip(some, left, strict=True)):
                after = (left[0] - some[0], left[1] - some[1], left[2] - some[2])
                ways = comb(left[0], some[0]) * comb(left[1], some[1]) * comb(left[2], some[2])
                found.append((some, ways * _ways(after, rest)))
    return [(some, ways) for some, ways in found if ways]


def _ways(left: Counts, wanted: tuple[Any, ...]) -> int:
    return sum(ways for _, ways in _options(left, wanted)) if wanted else 1
