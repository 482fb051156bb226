"""The rulesets by their slug."""

from functools import cache

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.rules.base import Ruleset
from games.rules.errors import BadRecord

RULESETS: Parts[Ruleset] = Parts(GAMES, "rules")


@cache
def ruleset(slug: str) -> Ruleset:
    """The ruleset with this slug. Raises `BadRecord`, which lists the known ones."""
    try:
        return RULESETS[slug]
    except KeyError:
        known = ", ".join(sorted(RULESETS))
        raise BadRecord(f"Unknown game {slug!r}; known are: {known}.") from None
