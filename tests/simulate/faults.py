"""The faults of a run and where they happen. Each is drawn by the seed and its own name, so that
leaving one out doesn't change the others; that is how failing runs are shrunk.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass

KILL, CUT, FREEZE = "kill", "cut", "freeze"
SHARES = {KILL: 0.07, CUT: 0.05, FREEZE: 0.03}
# Most days are ordinary. On others one kind of fault happens all the time, so that it meets itself;
# or there is no broker for an hour.
AWAY = "broker away"
MOODS = ("", "", "", KILL, CUT, FREEZE, "post", AWAY)
OFTEN = 0.3
MINUTE, HOUR = 45, 3600  # seconds in which people come
# A process that reads mail may be frozen while it holds its person's row: a deadline has to wait
# then.
READER, ASLEEP = "worker read_mail", 0.7
# A sweep does many things, each committed on its own, and what follows one of these commits may
# never come.
SWEEP, BROKEN_OFF = "sweep", 0.5
# Where a process is hit: at any moment between two statements, just before or after a commit, or
# while it talks to the broker or the mail server.
PLACES = ("statement", "statement", "commit", "committed", "publish", "post")
# Processes of people send no letters; for them the hardest case is an answer stored but not
# acknowledged.
OF_AN_ACTION = ("statement", "statement", "commit", "committed", "committed", "publish")


@dataclass(frozen=True)
class Blow:
    """One process is killed, loses its database connection, or is frozen for `seconds`, at its
    `number`-th moment of this kind.
    """

    sort: str
    place: str
    number: int
    seconds: float


class Faults:
    """The faults of one run. `muted`: names of those left out. `fired`: those that happened, in
    order. `lasts`: the seconds of it before everything waits for the deadline.
    """

    def __init__(self, seed: int, muted: Collection[str] = ()) -> None:
        self.seed, self.muted = seed, frozenset(muted)
        self.fired: list[str] = []
        self.over = False
        self.mood = self.chance("mood").choice(MOODS)
        self.lasts = HOUR if self.mood == AWAY else MINUTE
        self._shares = {**SHARES, self.mood: OFTEN} if self.mood in SHARES else SHARES

    def chance(self, name: str) -> random.Random:
        """A random generator for this name alone."""
        return random.Random(f"{self.seed} {name}")

    def blow(self, actor: str) -> Blow | None:
        """The blow for a process of that name, if any."""
        chance, drawn = self.chance(actor), 0.0
        if self.mood == FREEZE and actor.startswith(READER) and chance.random() < ASLEEP:
            return Blow(FREEZE, "statement", chance.randint(2, 4), chance.uniform(5, 60))
        if self.mood in (KILL, CUT) and actor.startswith(SWEEP) and chance.random() < BROKEN_OFF:
            return Blow(self.mood, "committed", chance.randint(1, 3), 0)
        value = chance.random()
        action = actor.startswith("deed")
        for sort, share in self._shares.items():
            drawn += share * (1 + action)
            if value < drawn:
                place = chance.choice(OF_AN_ACTION if action else PLACES)
                mean = 8 if place == "statement" else chance.choice((0.5, 3))
                return Blow(
                    sort, place, 1 + int(chance.expovariate(1 / mean)), chance.uniform(0.1, 60)
                )
        return None

    def happens(self, name: str) -> bool:
        """Whether a fault happens, and records it; not if it is muted, or the time of faults is
        over.
        """
        if self.over or name in self.muted:
            return False
        self.fired.append(name)
        return True
