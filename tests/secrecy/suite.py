"""The comparison of one position for all its observers: what the tests and the command run."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.test import override_settings

from accounts.models import User
from tests.secrecy import altering, cases, letters, people_altered, positions
from tests.secrecy.comparing import Answer, Door, ask, differences
from tests.secrecy.doors import Scene
from tests.secrecy.observers import Observer, observers
from tests.secrecy.stillness import stillness, undone

Channels = Sequence[str]


@dataclass
class Report:
    """How much was compared, and what was not the same."""

    pairs: int = 0
    bytes: int = 0
    found: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)  # answered by 500, in both worlds alike

    def add(self, other: "Report") -> None:
        self.pairs += other.pairs
        self.bytes += other.bytes
        self.found += other.found
        self.failed += other.failed


def compare(
    name: str,
    channels: Channels = cases.EVERYDAY,
    *,
    share: int = 1,
    seed: int = 7,
    as_if: int | None = None,
    only_first: bool = False,
) -> Report:
    """Both worlds of a position, for everybody who may look.

    Of the doors one in `share` is tried, by each observer others, so that together they try all.
    With `as_if` only seat 0 looks, while what the seat `as_if` may not know is altered; with
    `only_first` whoever comes after the first that sees a difference does not look any more.
    """
    report = Report()
    with override_settings(TIDEWEB_DEMO=True):
        position = positions.make(name, seed)
        people = observers(position)
        people_altered.give_everybody_something([*position.users, *users_of(people)])
        for place, observer in enumerate(people, start=len(name)):
            unknowing = observer if as_if is None else people[as_if]
            other = altering.imagine(position, unknowing, chance(seed))
            some = slice(place % share, None, share)
            report.add(_compare_for(Scene(position, observer, other), unknowing, channels, some))
            if as_if is not None or (only_first and report.found):
                break
    return report


def chance(seed: int) -> random.Random:
    """What the other world is drawn by."""
    return random.Random(seed)


def users_of(people: Iterable[Observer]) -> list[User]:
    """Those who are signed in."""
    return [one.user for one in people if one.user is not None]


def _compare_for(scene: Scene, unknowing: Observer, channels: Channels, some: slice) -> Report:
    position, observer = scene.position, scene.observer
    doors = list(cases.doors(scene, channels))[some]
    kinds = list(letters.sendings(scene))[some] if "letters" in channels else []
    with stillness():
        here, told = _render(observer, doors), [letters.compose(one) for one in kinds]
        with undone():
            altering.alter(position, unknowing, scene.other)
            there, retold = _render(observer, doors), [letters.compose(one) for one in kinds]
    where = f"{position.name}, {observer.name}"
    unlike = [*differences(doors, here, there), *differences(kinds, told, retold)]
    failed = [
        f"{where}: {door}" for door, one in zip(doors, here, strict=True) if one.status == 500
    ]
    size = sum(len(one.body) for one in here) + sum(map(len, told))
    return Report(len(doors) + len(kinds), size, [f"{where}: {each}" for each in unlike], failed)


def _render(observer: Observer, doors: Iterable[Door]) -> list[Answer]:
    return [ask(observer, door) for door in doors]
