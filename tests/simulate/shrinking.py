"""Shrinks a failing course, by leaving out deeds and faults that don't matter."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from tests.simulate.stock import Stock
from tests.simulate.world import World

Part = TypeVar("Part")
PATIENCE = 80  # runs


@dataclass(frozen=True)
class Course:
    """What determines a run: the seed, what is left out, and which kind of world it is."""

    seed: int
    without: tuple[int, ...] = ()
    muted: tuple[str, ...] = ()
    kind: type[World] = World

    def world(self, stock: Stock) -> World:
        return self.kind(stock, self.seed, self.without, self.muted)

    def command(self, planted: str = "") -> str:
        """The command that repeats it, with this planted fault: one line for a shell, at the top
        of the checkout.
        """
        words = [sys.executable, "-m", "tests.simulate", "--seed", str(self.seed)]
        words += self.kind.OPTIONS
        if self.without:
            words += ["--without", ",".join(map(str, self.without))]
        if self.muted:
            words += ["--mute", ",".join(self.muted)]
        if planted:
            words += ["--plant", planted]
        return shlex.join(words)


def told(stock: Stock, failed: World, planted: str = "") -> list[str]:
    """What to say about a run that failed: its history made smaller, and how to repeat it."""
    course, world = shrunk(stock, failed)
    return [
        f"Seed {failed.seed} fails. Again, made smaller ({world.position.name}):",
        *world.history,
        "faults: " + ("; ".join(world.faults.fired) or "none"),
        f"    {course.command(planted)}",
    ]


def shrunk(stock: Stock, failed: World) -> tuple[Course, World]:
    """The smallest course found with the same first violation as this run, and its run."""
    seed, last = failed.seed, failed
    course, kind, runs = Course(seed, kind=type(failed)), last.violations[0].kind, 0

    def fails(other: Course) -> bool:
        nonlocal last, runs
        runs += 1
        world = other.world(stock)
        if runs > PATIENCE or kind not in {each.kind for each in world.run()}:
            return False
        last = world
        return True

    if fails(calm := replace(course, muted=("switching",))):
        course = calm
    without = _smallest(range(last.people.actions), lambda w: fails(replace(course, without=w)))
    course = replace(course, without=without)
    muted = _smallest(
        tuple(last.faults.fired), lambda m: fails(replace(course, muted=(*course.muted, *m)))
    )
    return replace(course, muted=(*course.muted, *muted)), last


def _smallest(parts: Sequence[Part], fails: Callable[[tuple[Part, ...]], bool]) -> tuple[Part, ...]:
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
