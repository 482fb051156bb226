"""What a page costs: queries, and calls of Python functions.

Both are the same on every machine, unlike seconds. Calls are counted as cProfile counts them, of
the second look at a page: what is read once a process is not its cost.
"""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


@dataclass(frozen=True)
class Cost:
    """Of one look at a page."""

    queries: int
    calls: int
    statements: tuple[str, ...]
    profile: pstats.Stats


def looked_at(client: Client, address: str, headers: Mapping[str, str] | None = None) -> Cost:
    """What one look at this page costs, when it has been looked at before."""
    return cost(lambda: client.get(address, headers=dict(headers or {})))


def cost(look: Callable[[], Any]) -> Cost:
    """Of a call that answers with a page."""
    for _round in range(2):
        _answered(look())
    profile = cProfile.Profile()
    profile.enable()
    look()
    profile.disable()
    stats = pstats.Stats(profile)
    with CaptureQueriesContext(connection) as asked:
        look()
    statements = tuple(query["sql"] for query in asked.captured_queries)
    return Cost(len(statements), stats.total_calls, statements, stats)  # type: ignore[attr-defined]


def _answered(response: Any) -> None:
    if response.status_code not in (200, 304):
        raise AssertionError(f"The page answered {response.status_code}.")
