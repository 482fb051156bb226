"""What is to happen, in the order of its moments."""

import heapq
from collections.abc import Callable
from datetime import datetime
from itertools import count

Act = Callable[[], object]


class Timetable:
    """Acts by moment; what is entered first for a moment happens first."""

    def __init__(self) -> None:
        self._acts: list[tuple[datetime, int, Act]] = []
        self._order = count()

    def enter(self, moment: datetime, act: Act) -> None:
        """`act` is to happen at `moment`."""
        heapq.heappush(self._acts, (moment, next(self._order), act))

    def next_at(self) -> datetime | None:
        """The moment of what comes next; None when nothing is to happen any more."""
        return self._acts[0][0] if self._acts else None

    def take(self) -> tuple[datetime, Act]:
        """What comes next, which is struck out."""
        moment, _order, act = heapq.heappop(self._acts)
        return moment, act
