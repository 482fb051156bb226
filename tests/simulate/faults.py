"""What goes wrong, and where: each drawn by the seed and a name, so that leaving one out moves no
other.  That is how a failing course is made smaller."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass

KILL, CUT, FREEZE = "kill", "cut", "freeze"
SHARES = {KILL: 0.07, CUT: 0.05, FREEZE: 0.03}
# Most days are plain; on others one thing goes wrong all the time, so that it meets itself.
MOODS = ("", "", "", KILL, CUT, FREEZE, "post")
OFTEN = 0.3
# Who reads mail may fall asleep over it, having its person's row: a deadline has to wait then.
READER, ASLEEP = "worker read_mail", 0.7
# Where a process is hit: at any moment between two statements, or just before or behind a commit,
# or where it talks to the broker or the mail server.
PLACES = ("statement", "statement", "commit", "committed", "publish", "post")
# Whoever answers sends no letter, and what was stored and not acknowledged is the hardest for them.
OF_A_DEED = ("statement", "statement", "commit", "committed", "committed", "publish")


@dataclass(frozen=True)
class Blow:
    """One process is killed, loses its line to the database, or is stopped for `seconds`, when it
    comes to its `number`-th moment of this sort."""

    sort: str
    place: str
    number: int
    seconds: float


class Faults:
    """The faults of one run; `muted` are the names of those that are left out of it, and `fired`
    those that came to pass, in their order."""

    def __init__(self, seed: int, muted: Collection[str] = ()) -> None:
        self.seed, self.muted = seed, frozenset(muted)
        self.fired: list[str] = []
        self.over = False
        self.mood = self.chance("mood").choice(MOODS)
        self._shares = {**SHARES, self.mood: OFTEN} if self.mood in SHARES else SHARES

    def chance(self, name: str) -> random.Random:
        """Of whatever has this name alone."""
        return random.Random(f"{self.seed} {name}")

    def blow(self, actor: str) -> Blow | None:
        """What is to happen to a process of that name, if anything."""
        chance, drawn = self.chance(actor), 0.0
        if self.mood == FREEZE and actor.startswith(READER) and chance.random() < ASLEEP:
            return Blow(FREEZE, "statement", chance.randint(2, 4), chance.uniform(5, 60))
        value = chance.random()
        deed = actor.startswith("deed")
        for sort, share in self._shares.items():
            drawn += share * (1 + deed)
            if value < drawn:
                place = chance.choice(OF_A_DEED if deed else PLACES)
                mean = 8 if place == "statement" else chance.choice((0.5, 3))
                return Blow(
                    sort, place, 1 + int(chance.expovariate(1 / mean)), chance.uniform(0.1, 60)
                )
        return None

    def happens(self, name: str) -> bool:
        """Notes that a fault comes to pass, unless it is muted or the time of faults is over."""
        if self.over or name in self.muted:
            return False
        self.fired.append(name)
        return True
