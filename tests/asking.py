"""What commands of the tests accept as options: a mistyped one must not pass for a green run."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection


def positive(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from 1 on")
    return int(text)


def numbers(text: str) -> tuple[int, ...]:
    """Whole numbers with commas between them, or nothing."""
    parts = [part.strip() for part in text.split(",") if part]
    if not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"“{text}” is not numbers with commas between them")
    return tuple(map(int, parts))


def one_of(names: Collection[str]) -> Callable[[str], str]:
    """One of these names, in full; "" for none."""

    def found(text: str) -> str:
        if text and text not in names:
            raise argparse.ArgumentTypeError(f"nothing is called “{text}”")
        return text

    return found


def part_of_one(names: Collection[str]) -> Callable[[str], str]:
    """Words that occur in at least one of these names."""

    def found(text: str) -> str:
        if not any(text in name for name in names):
            raise argparse.ArgumentTypeError(f"no name has “{text}” in it")
        return text

    return found


def some_of(names: Collection[str]) -> Callable[[str], tuple[str, ...]]:
    """Some of these names, with commas between them."""

    def found(text: str) -> tuple[str, ...]:
        return tuple(one_of(names)(part.strip()) for part in text.split(",") if part)

    return found
