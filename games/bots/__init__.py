"""Players that see only an observation."""

import random
from collections.abc import Mapping, Sequence
from typing import Any


def choose(
    slug: str, observation: Mapping[str, Any], legal: Sequence[str], rng: random.Random
) -> str:
    return rng.choice(list(legal))
