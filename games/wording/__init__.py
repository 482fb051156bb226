"""The words of each game (see `games.wording.base`), by ruleset."""

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.wording.base import Fact, Seating, Wording

WORDINGS: Parts[Wording] = Parts(GAMES, "wording")


def wording(slug: str) -> Wording:
    """How this game is told.  Raises `KeyError` for a ruleset that has no words yet."""
    return WORDINGS[slug]


__all__ = ["WORDINGS", "Fact", "Seating", "Wording", "telling"]


def talk_rule(slug: str, seats: int) -> str:
    """What the rules of a game say of talking at the table; empty where they say nothing."""
    talk = getattr(wording(slug), "talk", None)
    return str(talk(seats)) if talk else ""
