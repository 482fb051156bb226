"""The slugs of all games, so that a new one is tried wherever its number of seats will do."""

from games.rules.registry import RULESETS

SMALLEST = {slug: min(rules.SEATS) for slug, rules in RULESETS.items()}
