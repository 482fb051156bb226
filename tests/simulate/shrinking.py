"""Shrinks a failing course, by leaving out deeds and faults that don't matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tests.simulate.stock import Stock
from tests.simulate.world import World

Part = TypeVar("Part")
PATIENCE = 80  # runs


@dataclass(frozen=True)
class Course:
    """What determines a run: the seed, and what is left out."""

    seed: int
    without: tuple[int, ...] = ()
    muted: tuple[str, ...] = ()

    def world(self, stock: Stock) -> World:
        return World(stock, self.seed, self.without, self.muted)

    def command(self) -> str:
        """The command that repeats it."""
        less = f" --without {','.join(map(str, self.without))}" if self.without else ""
        mute = f" --mute '{','.join(self.muted)}'" if self.muted else ""
        return f'make simulate-faults ARGS="--seed {self.seed}{less}{mute}"'


def shrunk(stock: Stock, seed: int) -> tuple[Course, World]:
    """The smallest course found with the same first violation, and its run."""
    course, last = Course(seed), World(stock, seed)
    last.run()
    kind, runs = last.violations[0].kind, 0

    def fails(other: Course) -> bool:
        nonlocal last, runs
        runs += 1
        world = other.world(stock)
        if runs > PATIENCE or kind not in {each.kind for each in world.run()}:
            return False
        last = world
        return True

    if fails(calm := Course(seed, (), ("switching",))):
        course = calm
    without = _fewest(range(last.people.actions), lambda w: fails(Course(seed, w, course.muted)))
    course = Course(seed, without, course.muted)
    muted = _fewest(
        tuple(last.faults.fired), lambda m: fails(Course(seed, without, (*course.muted, *m)))
    )
    return Course(seed, without, (*course.muted, *muted)), last


def _fewest(parts: Sequence[Part], fails: Callable[[tuple[Part, ...]], bool]) -> tuple[Part, ...]:
    """Leaves out as many parts as possible: first halves, then quarters, then single ones."""
    left_out: tuple[Part, ...] = ()
    size: int = max(1, len(parts) // 2)
    while size:
        rest: list[Part] = [part for part in parts if part not in left_out]
        for start in range(0, len(rest), size):
            tried = (*left_out, *rest[start : start + size])
            if fails(tried):
                left_out = tried
        size //= 2
    return left_out
