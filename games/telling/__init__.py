"""The words of each game (see `games.telling.base`), by ruleset."""

from games.telling import rowboat, turn_the_tide, turning_tides
from games.telling.base import Circle, Fact, Telling

TELLINGS: dict[str, Telling] = {told.SLUG: told for told in (turn_the_tide, rowboat, turning_tides)}


def telling(slug: str) -> Telling:
    """How this game is told.  Raises `KeyError` for a ruleset that has no words yet."""
    return TELLINGS[slug]


__all__ = ["TELLINGS", "Circle", "Fact", "Telling", "telling"]


def talk_rule(slug: str, seats: int) -> str:
    """What the rules of a game say of talking at the table; empty where they say nothing."""
    talk = getattr(telling(slug), "talk", None)
    return str(talk(seats)) if talk else ""
