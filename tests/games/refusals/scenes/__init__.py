"""Wishes that are refused, each through a real door; a scene lays what they need and yields them.

What was refused changed nothing, so the same wish can be sent again in another language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple


class Wish(NamedTuple):
    """The code with which it is to be refused, and how it is sent."""

    code: str
    send: Callable[..., Any]


Scene = Callable[[Any], Iterator[Wish]]


def no(code: str, send: Callable[..., Any], *what: Any, **how: Any) -> Wish:
    return Wish(code, partial(send, *what, **how))
