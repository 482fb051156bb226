"""People with habits: where they live, when they look in, and when they don't.

Everything about a person depends only on the seed and their number, so two runs have the same
people who look in at the same moments, whatever happens at the tables.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.pace import instant

DAY = timedelta(days=1)
Days = tuple[date, date]
ZONES = (
    "Europe/Amsterdam", "Europe/Berlin", "Europe/London", "Europe/Lisbon", "Europe/Helsinki",
    "America/New_York", "America/Chicago", "America/Los_Angeles", "America/St_Johns",
    "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Asia/Kathmandu", "Australia/Sydney",
    "Australia/Lord_Howe", "Pacific/Auckland", "Africa/Casablanca", "Asia/Tehran",
)  # fmt: skip
# Per cent of visits in each two hours of the day, from midnight.
RHYTHMS = {
    "evenings": (2, 0, 0, 1, 4, 3, 6, 4, 5, 15, 35, 25),
    "office": (0, 0, 0, 4, 18, 16, 20, 16, 14, 8, 3, 1),
    "early": (0, 0, 6, 30, 20, 8, 8, 6, 8, 9, 4, 1),
    "nights": (25, 15, 3, 0, 0, 2, 4, 5, 8, 10, 12, 16),
    "often": (1, 0, 0, 5, 10, 10, 12, 10, 10, 14, 16, 12),
}


@dataclass(frozen=True)
class Person:
    """A made-up member of the club.

    `looks` is the mean number of visits per day, on weekends times `weekend`; at each, each waiting
    hand is answered with probability `decides`. `follows`: the probability that a letter brings
    them at once. `plans`: how they plan ahead where they may (`tests.club.planning`). `away`:
    vacations, with the days they are booked in advance. `gone`: days on which they stay away
    without notice. On the day `leaves` they leave the first table that they joined. `helps`:
    whether they take seats that others have left.
    """

    number: int
    name: str
    zone: str
    rhythm: str
    looks: float
    weekend: float
    decides: float
    follows: float
    plans: str  # "", "steps" or "rules"
    quiet: tuple[time, time] | None
    away: tuple[tuple[Days, int], ...] = ()
    gone: tuple[Days, ...] = ()
    leaves: date | None = None
    helps: bool = False
    seed: str = field(default="", repr=False)

    def looks_from(self, start: datetime) -> Iterator[datetime]:
        """The moments at which this person looks in, in order; endless."""
        zone, chance = ZoneInfo(self.zone), random.Random(f"{self.seed} looks")
        day = start.astimezone(zone).date()
        while True:
            for minute in sorted(self._minutes(day, chance)):
                at = instant(day, time(minute // 60, minute % 60), zone)
                at += timedelta(seconds=chance.uniform(0, 59))
                if at > start:
                    yield at
            day += DAY

    def _minutes(self, day: date, chance: random.Random) -> set[int]:
        mean = self.looks * (self.weekend if day.weekday() > 4 else 1)
        count = int(chance.gauss(mean, mean / 3) + 0.5)
        parts = chance.choices(range(12), RHYTHMS[self.rhythm], k=max(0, count))
        minutes = {part * 120 + chance.randrange(120) for part in parts}
        return set() if self.is_off(day) else minutes

    def is_off(self, day: date) -> bool:
        """Whether this person doesn't look in on that day."""
        spans = [days for days, _ahead in self.away] + list(self.gone)
        return any(first <= day <= last for first, last in spans)

    def is_awake(self, at: datetime) -> bool:
        """Whether this person would notice a letter now."""
        local = at.astimezone(ZoneInfo(self.zone))
        return RHYTHMS[self.rhythm][local.hour // 2] > 1 and not self.is_off(local.date())


def made_up(count: int, seed: str, start: datetime) -> list[Person]:
    """Makes up `count` people of all kinds."""
    return [_person(number, f"{seed} {number}", start) for number in range(count)]


def _person(number: int, seed: str, start: datetime) -> Person:
    chance = random.Random(seed)
    rhythm = chance.choice(sorted(RHYTHMS))
    quiet = (time(chance.choice((21, 22, 23))), time(chance.choice((6, 7, 8))))
    return Person(
        number=number,
        name=f"Member {number + 1}",
        zone=chance.choice(ZONES),
        rhythm=rhythm,
        looks=chance.uniform(1.2, 4) * (2 if rhythm == "often" else 1),
        weekend=chance.choice((0.4, 0.7, 1, 1, 1.5)),
        decides=chance.uniform(0.75, 1),
        follows=chance.uniform(0, 0.5),
        plans=chance.choice(("", "steps", "steps", "rules")),
        quiet=quiet if rhythm != "nights" and chance.random() < 0.5 else None,
        away=_vacations(chance, start.astimezone(UTC).date()),
        gone=_silences(chance, start.astimezone(UTC).date()),
        **_company(random.Random(f"{seed} company"), start.astimezone(UTC).date()),
        seed=seed,
    )


def _company(chance: random.Random, start: date) -> dict[str, Any]:
    """One in eight leaves a table for good; every other one takes free seats."""
    leaves = start + DAY * chance.randrange(10, 60) if chance.random() < 1 / 8 else None
    return {"leaves": leaves, "helps": chance.random() < 0.5}


def _vacations(chance: random.Random, start: date) -> tuple[tuple[Days, int], ...]:
    """Two in three take one vacation; some book it on the same day."""
    if chance.random() > 2 / 3:
        return ()
    first = start + DAY * chance.randrange(5, 90)
    return (((first, first + DAY * chance.randrange(3, 14)), chance.choice((0, 2, 7, 20))),)


def _silences(chance: random.Random, start: date) -> tuple[Days, ...]:
    """One in three stays away for one to five days without notice; one in twelve for weeks."""
    long = chance.random() < 1 / 12
    if not long and chance.random() > 1 / 3:
        return ()
    first = start + DAY * chance.randrange(3, 60)
    return ((first, first + DAY * (chance.randrange(15, 30) if long else chance.randrange(1, 5))),)
