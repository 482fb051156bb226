"""Numbers as somebody typed or sent them."""

from argparse import ArgumentTypeError
from collections.abc import Callable

MAX_DIGITS = 17  # so that every id, and a moment in microseconds, can be compared with it


def whole_number(text: str | None) -> int | None:
    """The number that this text is; None if it is none, negative or far too large."""
    return int(text) if text and text.isdecimal() and len(text) <= MAX_DIGITS else None


def at_least(least: int) -> Callable[[str], int]:
    """For an option of a command that takes a whole number, `least` or more."""

    def read(text: str) -> int:
        if (found := whole_number(text)) is None or found < least:
            raise ArgumentTypeError(f"must be a whole number, at least {least}")
        return found

    return read
