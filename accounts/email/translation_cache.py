"""Words that depend on nothing but the language are looked up once in each."""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

from django.utils.translation import get_language

Given = ParamSpec("Given")
Said = TypeVar("Said")
One = TypeVar("One")
CACHE_SIZE = 1024  # languages times arguments, for each function


def once_a_language(words: Callable[Given, Said]) -> Callable[Given, Said]:
    """Keeps what a function says, for each language and each of its arguments.

    For short words of a game that stand in every letter.  Never for what is said of a person or
    a table: what is kept lives as long as the process.
    """
    kept = _kept(words)

    @wraps(words)
    def said(*given: Given.args, **named: Given.kwargs) -> Said:
        return kept(get_language(), *given, **named)

    return said


def each_once(words: Callable[[One], Said]) -> Callable[[Iterable[One]], list[Said]]:
    """Vectorised variant of `once_a_language`: asks for the active language once for all."""
    kept = _kept(words)

    @wraps(words)
    def said(several: Iterable[One]) -> list[Said]:
        language = get_language()
        return [kept(language, one) for one in several]

    return said


def _kept(words: Callable[..., Said]) -> Callable[..., Said]:
    @lru_cache(CACHE_SIZE)
    def kept(_language: str | None, *given: Hashable, **named: Hashable) -> Said:
        return words(*given, **named)

    return cast("Callable[..., Said]", kept)
