"""A timetable: what is going to happen, in order."""

import heapq
from collections.abc import Callable
from datetime import datetime
from itertools import count

Act = Callable[[], object]


class Timetable:
    """Actions by moment; those for the same moment happen in the order of their entry."""

    def __init__(self) -> None:
        self._acts: list[tuple[datetime, int, Act]] = []
        self._order = count()

    def enter(self, moment: datetime, act: Act) -> None:
        """Schedules `act` for `moment`."""
        heapq.heappush(self._acts, (moment, next(self._order), act))

    def next_at(self) -> datetime | None:
        """The moment of the next action; None if there is none."""
        return self._acts[0][0] if self._acts else None

    def take(self) -> tuple[datetime, Act]:
        """Removes and returns the next action."""
        moment, _order, act = heapq.heappop(self._acts)
        return moment, act
