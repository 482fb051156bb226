"""Caches texts that depend only on the language and a few arguments."""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

from django.utils.translation import get_language

Given = ParamSpec("Given")
Text = TypeVar("Text")
One = TypeVar("One")
CACHE_SIZE = 1024  # entries (language and arguments) per function


def once_a_language(words: Callable[Given, Text]) -> Callable[Given, Text]:
    """Decorator that caches a function's text for each language and combination of arguments.

    Use it for short words of a game that occur in every letter. Never use it for text about a
    person or a table, because the cache lives as long as the process.
    """
    kept = _kept(words)

    @wraps(words)
    def cached(*given: Given.args, **named: Given.kwargs) -> Text:
        return kept(get_language(), *given, **named)

    return cached


def each_once(words: Callable[[One], Text]) -> Callable[[Iterable[One]], list[Text]]:
    """Vectorised variant of `once_a_language`; looks up the active language only once."""
    kept = _kept(words)

    @wraps(words)
    def cached(several: Iterable[One]) -> list[Text]:
        language = get_language()
        return [kept(language, one) for one in several]

    return cached


def _kept(words: Callable[..., Text]) -> Callable[..., Text]:
    @lru_cache(CACHE_SIZE)
    def kept(_language: str | None, *given: Hashable, **named: Hashable) -> Text:
        return words(*given, **named)

    return cast("Callable[..., Text]", kept)
