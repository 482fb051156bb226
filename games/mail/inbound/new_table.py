"""Reads `open turn-the-tide 24h 4 players private “Texel”`: which table somebody wants to open."""

import re
from collections.abc import Callable
from typing import Any

from games.models import MAX_TABLE_NAME
from games.refusals import Refused
from games.rules.registry import RULESETS
from games.services.lobby.tables import TableSettings

HOURS = re.compile(r"\b([0-9]{1,3}) ?(?:h|hours?|std|stunden?|uur|uren|u)\b", re.IGNORECASE)
DAYS = re.compile(r"\b([0-9]{1,2}) ?(?:d|days?|tage?n?|dag(?:en)?)\b", re.IGNORECASE)
SEATS = re.compile(
    r"\b([0-9]{1,2}) (?:players?|seats?|people|spieler(?:n|innen)?|plätze|spelers?|plaatsen)\b",
    re.IGNORECASE,
)
BOTS = re.compile(r"\b([0-9]{1,2}) bots?\b", re.IGNORECASE)
LEVEL = re.compile(r"\b(?:of |der |van )?(?:level|stufe|niveau) ([0-9]{1,3})\b", re.IGNORECASE)
PRIVATE = re.compile(r"\b(?:private|by link|privat|per link|privé|met link)\b", re.IGNORECASE)
QUOTED = re.compile(rf"[\"“”„«»‘‚']([^\"“”„«»‘’‚']{{1,{MAX_TABLE_NAME}}})[\"“”«»’‘']")
FILLERS = re.compile(r"\b(?:with|and|for|at|mit|und|für|met|en|voor|in|per)\b|[,;.]", re.IGNORECASE)


def table_settings(text: str, name: str) -> TableSettings:
    """The table that this text describes; `name` unless it names one. Raises `Refused`."""
    slug, rest = _ruleset(text)
    found: dict[str, Any] = {}
    rest = _taken(QUOTED, rest, lambda words: found.update(name=words))
    rest = _taken(HOURS, rest, lambda words: found.update(hours=int(words)))
    rest = _taken(DAYS, rest, lambda words: found.update(hours=24 * int(words)))
    rest = _taken(BOTS, rest, lambda words: found.update(bots=int(words)))
    rest = _taken(LEVEL, rest, lambda words: found.update(level=int(words)))
    rest = _taken(SEATS, rest, lambda words: found.update(seats=int(words)))
    rest = _taken(PRIVATE, rest, lambda _said: found.update(visibility="link"))
    if left := " ".join(FILLERS.sub(" ", rest).split()):
        raise Refused("unread_wish", given=left[:60])
    seats = RULESETS[slug].SEATS
    return TableSettings(
        **{"ruleset": slug, "name": name, "seats": seats[len(seats) // 2], **found}
    )


def _ruleset(text: str) -> tuple[str, str]:
    """The game at the start of the text, and the rest. Raises `Refused`."""
    words = re.sub(r"[\s-]+", " ", text.strip())
    for slug in sorted(RULESETS, key=len, reverse=True):
        title = slug.replace("-", " ")
        if words.casefold().startswith(title) and not words[len(title) : len(title) + 1].isalpha():
            return slug, words[len(title) :]
    raise Refused("unknown_ruleset", given=words[:40], known=", ".join(sorted(RULESETS)))


def _taken(pattern: re.Pattern[str], text: str, note: Callable[[str], None]) -> str:
    """Passes the first match of the pattern to `note`; returns the text without it."""
    found = pattern.search(text)
    if found is None:
        return text
    note(found[1] if pattern.groups else found[0])
    return f"{text[: found.start()]} {text[found.end() :]}"
