"""Reads, with their permissions, for views, API and mail.

Reads are called by the module they live in: `selectors.observations.record_of`. What somebody sees
of a game is always an observation (`observation_for`): an allow-list that each ruleset builds for a
seat or a spectator.
"""

from games.selectors import (
    access,
    due,
    hands,
    lobby,
    observations,
    page_header,
    people,
    seats,
    talk,
)

__all__ = [
    "access",
    "due",
    "hands",
    "lobby",
    "observations",
    "page_header",
    "people",
    "seats",
    "talk",
]
