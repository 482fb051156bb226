"""Makes the cards of each test reproducible: they depend on its name.

A game draws its secret, the seats' shares, its code and its bots' choices at random. In tests, all
this is seeded with the test's name and `TIDEWEB_TEST_SEED`, so that a failing test fails again.
Another seed deals other cards; `random` draws a new one, which is printed at the start of the run.
Processes that a test starts are not seeded.
"""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SEED = "TIDEWEB_TEST_SEED"
DRAWS = ("random", "getrandbits", "randbytes")


def settle_the_seed() -> str:
    """Sets the seed of this run, the same in all its processes."""
    if os.environ.setdefault(SEED, "1") == "random":
        os.environ[SEED] = secrets.token_hex(4)
    return os.environ[SEED]


@contextmanager
def drawn_by(name: str) -> Iterator[None]:
    """Context manager: seeds `secrets` and the system's random numbers with this name."""
    from games import fairness  # later, so that what imports this can set the environment

    machine = random.SystemRandom
    before = [getattr(machine, each) for each in DRAWS], fairness.new_name_salt
    chance = random.Random(f"{os.environ.get(SEED, '1')}:{name}")
    try:
        for each in DRAWS:
            setattr(machine, each, _by(chance, each))
        fairness.new_name_salt = _salts_for(name)
        yield
    finally:
        for each, drawing in zip(DRAWS, before[0], strict=True):
            setattr(machine, each, drawing)
        fairness.new_name_salt = before[1]


def _salts_for(name: str) -> Callable[[], str]:
    """Draws the salts of names separately; otherwise each would change all cards after it."""
    chance = random.Random(f"{os.environ.get(SEED, '1')}:{name}:names")
    return lambda: chance.randbytes(16).hex()


def _by(chance: random.Random, name: str) -> object:
    drawing = getattr(chance, name)
    return lambda _self, *args: drawing(*args)
