"""Bots: players that see only an observation, and choose one of the legal bids."""

import random
from collections.abc import Sequence
from typing import Protocol

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.rules.base import Observation, Ruleset, State


class Bot(Protocol):
    """The interface of a game's `bot` module."""

    def choose(self, observation: Observation, legal: Sequence[str], rng: random.Random) -> str:
        """One of the legal bids of the seat whose observation this is."""


BOTS: Parts[Bot] = Parts(GAMES, "bot")


def peeked(rules: Ruleset, state: State, seen: Observation) -> Observation:
    """A seat's observation, with the cards that it may look at just now as `peeked` in `you`, by
    seat: a bot looks as soon as it is asked, and remembers."""
    seat = seen["you"]["seat"]
    if cards := rules.peek(state, seat)["cards"]:
        seen["you"]["peeked"] = cards
    return seen


def choose_at_random(observation: Observation, legal: Sequence[str], rng: random.Random) -> str:
    """Any legal bid: the fallback for a game without a bot of its own."""
    return rng.choice(list(legal))


def choose(slug: str, observation: Observation, legal: Sequence[str], rng: random.Random) -> str:
    """One of the legal bids of the seat whose observation this is."""
    player = BOTS[slug].choose if slug in BOTS else choose_at_random
    return player(observation, legal, rng)


def reply(slug: str, possible: Sequence[str]) -> str:
    """What a bot answers to somebody's aside, of the asides that are possible for it now; "" for
    nothing. A game's `bot` may have a `reply(possible)`."""
    own = getattr(BOTS.get(slug), "reply", None)
    return own(possible) if own is not None else ""
