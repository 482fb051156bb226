"""The eight levels of bots, from gentle to expert, and the function that asks one for an answer.

A level says how often it searches for the best answer (otherwise it plays like the light bot of its
game, or sometimes at random), and how hard. Strengths are measured by `make strength` and listed in
docs/bots.md.
"""

import logging
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from types import ModuleType

from games.bots import choose as choose_lightly
from games.rules.base import Event, Observation

log = logging.getLogger(__name__)
LEVELS = range(1, 9)
GENTLE, STEADY, STRONG = 2, 5, 8  # offered to newcomers
FULL = 1.0  # the effort of level 7
NO_ENGINE = "light: no engine"


@dataclass(frozen=True, slots=True)
class Level:
    """How often it searches, how often it plays at random, and the effort of a search."""

    searches: float
    slips: float
    effort: float = FULL


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal answer, and how it was found: `searched`, `light`, `slip` or `any`, with details.

    `light:` and `any:` with a reason mean that the level did not answer as it does elsewhere.
    """

    notation: str
    trace: str


_SAME = {
    1: Level(0.0, 0.18),
    2: Level(0.0, 0.10),
    3: Level(0.0, 0.03),
    4: Level(0.20, 0.0, 0.5),
    5: Level(0.37, 0.0, 0.5),
    6: Level(0.57, 0.0, 0.5),
    7: Level(0.78, 0.0),
    8: Level(1.0, 0.0),
}
BY_GAME: dict[str, dict[int, Level]] = {
    "turn-the-tide": {  # its light bot gains by a slip now and then, since it is harder to predict
        1: Level(0.0, 0.85),
        2: Level(0.0, 0.64),
        3: Level(0.0, 0.20),
        4: Level(0.28, 0.10, 0.5),
        5: Level(0.48, 0.07, 0.5),
        6: Level(0.67, 0.04, 0.5),
        7: Level(0.84, 0.02),
        8: Level(1.0, 0.0),
    },
    "rowboat": _SAME | {8: Level(1.0, 0.0, 7.0)},
    "turning-tides": {
        1: Level(0.0, 0.18),
        2: Level(0.0, 0.10),
        3: Level(0.0, 0.03),
        4: Level(0.47, 0.0, 0.5),
        5: Level(0.65, 0.0, 0.5),
        6: Level(0.79, 0.0, 0.5),
        7: Level(0.90, 0.0),
        8: Level(1.0, 0.0, 3.0),
    },
}
_SEARCHERS = {
    "turn-the-tide": "games.bots.engine.turn_the_tide",
    "rowboat": "games.bots.engine.rowboat",
    "turning-tides": "games.bots.engine.turning_tides",
}


class NoSuchLevel(ValueError):
    """The level isn't one of `LEVELS`."""


def searcher(slug: str) -> ModuleType | None:
    """The module of this game's search; None without one, or if it or NumPy can't be imported."""
    found, why = _loaded(slug)
    if why:
        _warn_once(why)
    return found


def why_none(slug: str) -> str:
    """What keeps this game's search from loading; "" if it loads, or if the game has none."""
    return _loaded(slug)[1]


def differing(slug: str) -> list[int]:
    """The levels that differ from the light bot: where nothing searches, those that slip."""
    slips = BY_GAME.get(slug, _SAME)
    return [level for level in LEVELS if slug in _SEARCHERS or slips[level].slips]


def _loaded(slug: str) -> tuple[ModuleType | None, str]:
    """The module of this game's search, or why it does not load."""
    if slug not in _SEARCHERS:
        return None, ""
    try:
        return import_module(_SEARCHERS[slug]), ""
    except Exception as error:  # noqa: BLE001 - a broken package raises what it likes
        cause: BaseException = error
        while cause.__cause__ is not None:  # NumPy's own error is a page of advice
            cause = cause.__cause__
        return None, f"{type(cause).__name__}: {cause}".partition("\n")[0]


@cache  # once per process
def _warn_once(why: str) -> None:
    log.warning(
        "Bots can't search here (%s): at every level they play like light bots, and their games "
        "aren't rated. Install requirements.lock, which has NumPy, and ask manage.py doctor.",
        why,
    )


def answer(
    slug: str,
    level: int,
    observation: Observation,
    legal: Sequence[str],
    memory: Sequence[Event],
    rng: random.Random,
) -> Answer:
    """The answer of a bot of this level. Raises `NoSuchLevel`."""
    if level not in LEVELS:
        raise NoSuchLevel(f"There is no level {level!r}; there are 1 to {LEVELS[-1]}.")
    how = BY_GAME.get(slug, _SAME)[level]
    if rng.random() < how.slips:
        return Answer(rng.choice(_proper(observation, legal)), "slip")
    if rng.random() >= how.searches:
        return _light(slug, observation, legal, rng, "light")
    search = searcher(slug)
    if search is None:
        return _light(slug, observation, legal, rng, NO_ENGINE)
    began = time.perf_counter()
    try:
        usual = search.Effort()
        effort = replace(usual, worlds=max(8, round(usual.worlds * how.effort)))
        notation = search.choose(observation, legal, memory, rng, effort)
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody waits for it
        log.warning("The search for %s failed (%s): a light bot.", slug, type(error).__name__)
        return _light(slug, observation, legal, rng, "light: search failed")
    took = 1000 * (time.perf_counter() - began)
    return Answer(notation, f"searched, {took:.0f} ms")


def aside(slug: str, level: int, observation: Observation, rng: random.Random) -> str:
    """What a bot of this level does out of turn before it answers; "" for nothing."""
    if rng.random() >= BY_GAME.get(slug, _SAME)[level].searches:
        return ""
    wished = getattr(searcher(slug), "aside", None)
    try:
        return wished(observation) if wished is not None else ""
    except Exception as error:  # noqa: BLE001 - whatever it is, the bot answers without
        log.warning("What is done out of turn in %s failed (%s).", slug, type(error).__name__)
        return ""


def _light(
    slug: str, observation: Observation, legal: Sequence[str], rng: random.Random, trace: str
) -> Answer:
    """The light bot's answer; any legal one if it can't read the observation."""
    try:
        return Answer(choose_lightly(slug, observation, legal, rng), trace)
    except Exception as error:  # noqa: BLE001 - the same
        log.warning("No bot of %s can read this table (%s).", slug, type(error).__name__)
        return Answer(rng.choice(list(legal)), "any: not understood")


def _proper(observation: Observation, legal: Sequence[str]) -> list[str]:
    """The legal answers without misplays."""
    proper = observation["you"].get("proper", legal) if "you" in observation else legal
    return [one for one in legal if one in proper] or list(legal)
