"""The wording of each game (see `games.wording.base`), by ruleset."""

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.wording.base import Fact, Seating, Wording

WORDINGS: Parts[Wording] = Parts(GAMES, "wording")


def wording(slug: str) -> Wording:
    """The wording of a game. Raises `KeyError` for a ruleset without one."""
    return WORDINGS[slug]


__all__ = ["WORDINGS", "Fact", "Seating", "Wording", "telling"]


def talk_rule(slug: str, seats: int) -> str:
    """The game's rule on talking at the table; empty if it has none."""
    talk = getattr(wording(slug), "talk", None)
    return str(talk(seats)) if talk else ""
