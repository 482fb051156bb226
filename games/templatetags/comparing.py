"""Filters and tags for comparisons: ``{% load comparing %}``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import template

from games.drawing.plates import amount
from games.wording.base import Seating
from games.wording.lists import named, started

register = template.Library()


@dataclass(frozen=True)
class Head:
    """The heading of a seat's column."""

    number: int
    name: str
    me: bool


@register.simple_tag
def heads(seating: Seating) -> list[Head]:
    """The headings of all seats; the reader's is "You"."""
    return [
        Head(seat + 1, started(named(seat, seating)), seat == seating.reader)
        for seat in range(len(seating.names))
    ]


@register.filter
def at(items: Sequence[Any], place: int) -> Any:
    """The item at an index that is a variable: ``{{ heads|at:place }}``."""
    return items[place]


@register.filter
def less(value: int, other: int) -> int:
    """Subtraction: ``{{ 5|less:2 }}`` is 3."""
    return value - other


@register.simple_tag
def who(seat: int, seating: Seating) -> str:
    """The player of a seat within a sentence; the reader is "you"."""
    return named(seat, seating)


@register.simple_tag
def mean(value: Fraction) -> str:
    """A mean, without a plus sign."""
    return amount(value, plus=False)


@register.simple_tag
def above(value: Fraction) -> str:
    """A difference with its sign: "+1.75"."""
    return amount(value)
