"""Rows that all tests of a file start from: created once, and restored after each test."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

Made = TypeVar("Made")


def kept(blocker: DjangoDbBlocker, make: Callable[[], Made]) -> Iterator[Made]:
    """Keeps the rows of `make` for all tests of a file: `yield from kept(…)` in a fixture.

    Each test's transaction is nested in ours, so its changes are rolled back as usual. Not for
    files with tests that commit.
    """
    with blocker.unblock():
        outer = transaction.atomic()
        outer.__enter__()
    try:
        with blocker.unblock():
            made = make()
        yield made
    finally:
        with blocker.unblock():
            transaction.set_rollback(True)
            outer.__exit__(None, None, None)
