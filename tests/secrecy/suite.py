"""Compares one position for all its observers; run by the tests and the command."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from django.test import override_settings

from accounts.models import User
from tests import sampling
from tests.secrecy import altering, cases, letters, people_altered, positions
from tests.secrecy.addresses import Scene
from tests.secrecy.altering import Shows
from tests.secrecy.comparing import Answer, BaseApiView, ask, differences
from tests.secrecy.frozen import frozen, undone
from tests.secrecy.observers import Observer, observers

Channels = Sequence[str]
Asked = BaseApiView | letters.Sending
__all__ = ["Report", "Shows", "chance", "compare", "users_of"]


@dataclass
class Report:
    """How much was compared, and the differences."""

    pairs: int = 0
    bytes: int = 0
    found: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)  # status 500, in both worlds

    def add(self, other: "Report") -> None:
        self.pairs += other.pairs
        self.bytes += other.bytes
        self.found += other.found
        self.failed += other.failed

    def check(self, least: int, count: Callable[..., None]) -> None:
        """Nothing differs, of so many pairs at least; they are counted."""
        assert self.pairs >= least
        assert not self.failed
        assert not self.found, "\n".join(self.found[:20])
        count(self.pairs, self.pairs, self.bytes)


def compare(
    name: str,
    channels: Channels = cases.EVERYDAY,
    *,
    share: int = 1,
    turn: int = 0,
    seed: int = 7,
    as_if: int | None = None,
    only_first: bool = False,
    looking: str = "",
) -> Report:
    """Compares both worlds of a position, for everybody who may look.

    Of the addresses, each observer requests one in `share`, by one method, and the next observer
    others, so that together they request all; `turn` is the number of observers before. With
    `as_if` only seat 0 looks, while everything that seat `as_if` may not know is altered. With
    `only_first` it stops soon after the first difference. With `looking` only the observer of that
    name looks.
    """
    report = Report()
    with override_settings(TIDEWEB_DEMO=True):
        position = positions.make(name, seed)
        people = observers(position)
        people_altered.give_everybody_something([*position.users, *users_of(people)])
        for place, observer in enumerate(people, start=turn):
            if looking not in ("", observer.name):
                continue
            unknowing = observer if as_if is None else people[as_if]
            other = altering.imagine(position, unknowing, chance(seed))
            scene = Scene(position, observer, other)
            asked = some(_asked(scene, channels), share, place)
            if asked:  # else no other world is needed
                report.add(_compare_for(scene, unknowing, asked, only_first=only_first))
            if as_if is not None or (only_first and report.found):
                break
    return report


def chance(seed: int) -> random.Random:
    """The random generator for the other world."""
    return random.Random(seed)


def users_of(people: Iterable[Observer]) -> list[User]:
    """The observers' users who are signed in."""
    return [one.user for one in people if one.user is not None]


def _asked(scene: Scene, channels: Channels) -> list[Asked]:
    """Everything that the observer may request."""
    letter = letters.sendings(scene) if "letters" in channels else ()
    joined = letters.joined(scene) if "joined" in channels else ()
    return [*cases.addresses(scene, channels), *letter, *joined]


def some(asked: list[Asked], share: int, place: int) -> list[Asked]:
    """One request per address and one letter per kind, those whose turn it is."""
    if share == 1 or sampling.whole():
        return asked
    ours = [one for one in asked if (crc32(address_of(one).encode()) + place) % share == 0]
    drawn = sampling.sample(
        enumerate(ours), kind=lambda each: address_of(each[1]), name=lambda each: (place, each[0])
    )
    return [one for _number, one in drawn]


def address_of(asked: Asked) -> str:
    """The route of a request, or the kind of a letter."""
    return asked.route if isinstance(asked, BaseApiView) else asked.kind


def _compare_for(
    scene: Scene, unknowing: Observer, asked: list[Asked], *, only_first: bool
) -> Report:
    report = Report()
    for part in _parts(_spread(asked)) if only_first else [asked]:
        report.add(_compare_part(scene, unknowing, part))
        if only_first and report.found:
            break
    return report


def _spread(asked: Iterable[Asked]) -> list[Asked]:
    """The first request of every address, then the second of each, and so on."""
    times: Counter[str] = Counter()

    def which(one: Asked) -> int:
        times[address_of(one)] += 1
        return times[address_of(one)]

    return sorted(asked, key=which)


def _parts(asked: Sequence[Asked]) -> Iterator[Sequence[Asked]]:
    """Splits requests into growing parts, so that early differences are found soon."""
    size = 8
    while asked:
        yield asked[:size]
        asked, size = asked[size:], 2 * size


def _compare_part(scene: Scene, unknowing: Observer, asked: Sequence[Asked]) -> Report:
    position, observer = scene.position, scene.observer
    with frozen():
        here = _render(observer, asked)
        with undone():
            altering.alter(position, unknowing, scene.other, observer)
            there = _render(observer, asked)
    where = f"{position.name}, {observer.name}"
    unlike = differences(asked, here, there)
    failed = [
        f"{where}: {address}"
        for address, one in zip(asked, here, strict=True)
        if isinstance(one, Answer) and one.status == 500
    ]
    size = sum(len(one.body if isinstance(one, Answer) else one) for one in here)
    return Report(len(asked), size, [f"{where}: {each}" for each in unlike], failed)


def _render(observer: Observer, asked: Iterable[Asked]) -> list[Answer | str]:
    return [
        ask(observer, one) if isinstance(one, BaseApiView) else letters.compose(one)
        for one in asked
    ]
