"""Names of people within a text, as whole words: the name "Al" isn't in "always"."""

import re
from collections.abc import Iterable

SHORT = 3  # letters; with an s, such a name may be a word, as "Al" is in German


def _mention(name: str) -> re.Pattern[str]:
    """The name, or its genitive, of which only the name is matched: "Marits" in German."""
    ending = "s?" if len(name) > SHORT else ""
    return re.compile(rf"(?<!\w){re.escape(name)}(?={ending}(?!\w))", re.IGNORECASE)


def has(text: str, name: str) -> bool:
    """Whether the text has the name, in capitals or not."""
    return _mention(name.casefold()).search(text.casefold()) is not None


def any_in(text: str, names: Iterable[str]) -> bool:
    """Whether the text has one of the names."""
    return any(has(text, name) for name in names)


def replaced(text: str, name: str, other: str) -> str:
    """The text with the other name instead."""
    return _mention(name).sub(lambda _found: other, text)
