"""The cards that a test meets are its own: dealt by its name, and dealt the same again.

A game draws its secret, the shares of its seats, its code and the choices of its bots from the
machine's chance.  In tests that chance comes from the name of the test and `TIDEWEB_TEST_SEED`,
so that a test that fails fails again.  Another seed deals other cards; `random` takes a new one,
and the head of the run says which.  Processes that a test starts draw for themselves.
"""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

SEED = "TIDEWEB_TEST_SEED"


def settle_the_seed() -> str:
    """By what all tests of this run draw, the same in all its processes."""
    if os.environ.setdefault(SEED, "1") == "random":
        os.environ[SEED] = secrets.token_hex(4)
    return os.environ[SEED]


@contextmanager
def drawn_by(name: str) -> Iterator[None]:
    """Whatever is drawn inside, by `secrets` or as a system's random number, comes from there."""
    chance = random.Random(f"{os.environ.get(SEED, '1')}:{name}")
    with ExitStack() as patches:
        for each in ("random", "getrandbits", "randbytes"):
            patches.enter_context(patch.object(random.SystemRandom, each, _by(chance, each)))
        patches.enter_context(patch("games.sealing.new_name_salt", _salts_for(name)))
        yield


def _salts_for(name: str) -> Callable[[], str]:
    """Those of names are drawn apart, or each would move all cards behind it."""
    chance = random.Random(f"{os.environ.get(SEED, '1')}:{name}:names")
    return lambda: chance.randbytes(16).hex()


def _by(chance: random.Random, name: str) -> object:
    drawing = getattr(chance, name)
    return lambda _self, *args: drawing(*args)
