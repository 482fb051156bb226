"""Rows that all tests of a file start from: made once, and there again after each of them."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

Made = TypeVar("Made")


def kept(blocker: DjangoDbBlocker, make: Callable[[], Made]) -> Iterator[Made]:
    """What `make` wrote stays until this goes on; for fixtures of a file: `yield from kept(…)`.

    The transaction of each test lies within ours, so what a test changes is undone as ever. Not
    for files with tests that commit.
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
