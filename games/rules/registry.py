"""The rulesets by their slug: the only place that lists the games."""

from games.rules import rowboat, turn_the_tide, turning_tides
from games.rules.base import Ruleset
from games.rules.errors import BadRecord

RULESETS: dict[str, Ruleset] = {
    turn_the_tide.SLUG: turn_the_tide,
    rowboat.SLUG: rowboat,
    turning_tides.SLUG: turning_tides,
}


def ruleset(slug: str) -> Ruleset:
    """The ruleset with this slug.  Raises `BadRecord`, naming those that there are."""
    try:
        return RULESETS[slug]
    except KeyError:
        known = ", ".join(sorted(RULESETS))
        raise BadRecord(f"Unknown game {slug!r}; known are: {known}.") from None
