"""The cheap channels: what rules and wordings say about a position, without a database."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.rules.base import Ruleset
from games.rules.errors import Illegal, Malformed
from games.rules.registry import RULESETS
from games.wording import WORDINGS, Seating
from tests.names import NAMES
from tests.secrecy import worlds

FEW = 6  # answers per position whose consequences are described


@dataclass
class Tally:
    """What was compared, and what differed."""

    pairs: int = 0
    altered: int = 0
    differing: int = 0


def compare(slug: str, pairs: int, seed: int = 1) -> Tally:
    """Compares `pairs` observers' views of random positions; stops at the first difference."""
    rules, rng, tally = RULESETS[slug], random.Random(seed), Tally()
    for seats, state in worlds.courses(rules, rng, 160):
        for seat in (None, *range(seats)):
            other = worlds.other_world(rules, state, seat, rng)
            tally.pairs += 1
            tally.altered += other != state
            if seen(rules, state, seat, seats) != seen(rules, other, seat, seats):
                tally.differing += 1
        if tally.pairs >= pairs or tally.differing:
            return tally
    raise AssertionError("Courses never end.")


def seen(rules: Ruleset, state: Any, seat: int | None, seats: int) -> str:
    """Everything that an observer is told about a position, as text."""
    observation = rules.observation(state, seat)
    told = [json.dumps(observation), repr(state), str(state), *_in_words(rules, observation, seats)]
    if seat is not None:
        told += _own(rules, state, seat)
    return "\n".join(told)


def _own(rules: Ruleset, state: Any, seat: int) -> list[str]:
    told = [repr(rules.legal(state, seat)), repr(rules.ranked(state, seat))]
    told += [repr(rules.asides(state, seat)), repr(rules.peek(state, seat)["runs"])]
    foreign = worlds.of_game(rules.SLUG, FOREIGN, "FOREIGN")
    return told + [_read(rules, state, seat, text) for text in foreign]


# Answers that some seat could give, and some that none could.
FOREIGN = {
    "turn-the-tide": ("1", "17", "30", "44", "60", "61", "take low", "?"),
    "rowboat": ("play 7w", "give Ao", "play rowboat", "bid 0", "moon 4", "lighthouse", "?"),
    "turning-tides": ("fire", "wait", "stow fire", "swap fire for swing", "keep", "at 3", "?"),
}


def _read(rules: Ruleset, state: Any, seat: int, text: str) -> str:
    try:
        return rules.read(state, seat, text)
    except (Malformed, Illegal) as error:
        return f"{error} {error.given} {error.legal}"


def _in_words(rules: Ruleset, observation: Any, seats: int) -> Iterator[str]:
    words = WORDINGS.get(rules.SLUG)
    if words is None or observation["phase"] == "over":
        return
    you = observation.get("you")
    seating = Seating(NAMES[:seats], you["seat"] if you else None)
    yield words.heading(observation)
    yield words.place(observation)
    yield words.asked(observation, seating)
    yield from words.standing(observation, seating)
    if you:
        yield from words.holding(observation)
        for answer in you.get("legal", ())[:FEW]:
            yield repr(words.consequences(observation, answer, seating))
