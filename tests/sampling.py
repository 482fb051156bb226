"""Of many like cases the suite tries some: a few of each kind, and all where all are asked for.

Which ones is drawn by `TIDEWEB_TEST_SEED`, which the head of a run names, and by the name of each
case: the same in every process of a run.  With `TIDEWEB_WHOLE=1` nothing is left out; the commands
that try everything (`make leaks`, `make fuzz-api` and others) set it.
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
    """Whether everything is tried."""
    return bool(os.environ.get(WHOLE))


def sample(
    cases: Iterable[Case],
    *,
    kind: Callable[[Case], Hashable],
    most: int = 1,
    name: Callable[[Case], Any] = str,
) -> list[Case]:
    """At most so many of each kind, in their order; `name` must not differ between processes."""
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


def few(cases: Iterable[Case], most: int = 1, *, name: Callable[[Case], Any] = str) -> list[Case]:
    """At most so many, all of one kind."""
    return sample(cases, kind=lambda _case: None, most=most, name=name)


def _lot(seed: str, name: str) -> bytes:
    """A place in a queue."""
    return sha256(f"{seed}:{name}".encode()).digest()
