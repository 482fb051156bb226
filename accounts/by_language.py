"""Words that depend on nothing but the language are looked up once in each."""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

from django.utils.translation import get_language

Given = ParamSpec("Given")
Said = TypeVar("Said")
MOST = 1024  # languages times arguments, for each function


def once_a_language(words: Callable[Given, Said]) -> Callable[Given, Said]:
    """Keeps what a function says, for each language and each of its arguments.

    For short words of a game that stand in every letter.  Never for what is said of a person or
    a table: what is kept lives as long as the process.
    """

    @lru_cache(MOST)
    def kept(_language: str | None, *given: Hashable) -> Said:
        return cast("Callable[..., Said]", words)(*given)

    @wraps(words)
    def said(*given: Given.args, **_named: Given.kwargs) -> Said:
        return kept(get_language(), *cast("tuple[Hashable, ...]", given))

    return said
