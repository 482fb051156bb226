"""Players that see only an observation, and choose among the legal bids."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.bots import rowboat, turn_the_tide, turning_tides

Observation = Mapping[str, Any]
Player = Callable[[Observation, Sequence[str], random.Random], str]


def choose_at_random(observation: Observation, legal: Sequence[str], rng: random.Random) -> str:
    """Any legal bid; the fallback for a game that has no player of its own."""
    return rng.choice(list(legal))


PLAYERS: dict[str, Player] = {
    "rowboat": rowboat.choose,
    "turn-the-tide": turn_the_tide.choose,
    "turning-tides": turning_tides.choose,
}


def choose(slug: str, observation: Observation, legal: Sequence[str], rng: random.Random) -> str:
    """One of the legal bids of the seat whose observation this is."""
    return PLAYERS.get(slug, choose_at_random)(observation, legal, rng)
