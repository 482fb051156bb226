"""Samples similar test cases: the suite tries a few of each kind; with `TIDEWEB_WHOLE=1`, all.

The sample depends on `TIDEWEB_TEST_SEED`, which is printed at the start of a run, and on the name
of each case, so it is the same in every process. The commands that try everything (`make leaks`,
`make fuzz-api` and others) set `TIDEWEB_WHOLE`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from hashlib import sha256
from typing import Any, TypeVar

from tests import chance

WHOLE = "TIDEWEB_WHOLE"
Case = TypeVar("Case")


def whole() -> bool:
    """Whether all cases are tried."""
    return bool(os.environ.get(WHOLE))


def sample(
    cases: Iterable[Case],
    *,
    kind: Callable[[Any], Hashable],
    most: int = 1,
    name: Callable[[Any], Any] = str,
) -> list[Case]:
    """A sample of at most `most` cases of each kind, in their order; `name` must be the same in all
    processes.
    """
    cases = list(cases)
    if whole():
        return cases
    seed = chance.settle_the_seed()
    taken: Counter[Hashable] = Counter()
    chosen = set()
    for place in sorted(range(len(cases)), key=lambda at: _lot(seed, str(name(cases[at])))):
        taken[kind(cases[place])] += 1
        if taken[kind(cases[place])] <= most:
            chosen.add(place)
    return [case for place, case in enumerate(cases) if place in chosen]


def few(cases: Iterable[Case], most: int = 1, *, name: Callable[[Any], Any] = str) -> list[Case]:
    """A sample of at most `most` cases."""
    return sample(cases, kind=lambda _case: None, most=most, name=name)


def _lot(seed: str, name: str) -> bytes:
    """A pseudo-random sort key for this name."""
    return sha256(f"{seed}:{name}".encode()).digest()
