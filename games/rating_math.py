"""Computing ratings: openskill, with the Bradley-Terry model over all pairs.

For many players, teams and ties. Plackett-Luce was not used because it gives a third player as
much as the two who tied ahead of them, and ties are common in Turn the Tide.

Pure: people are places in a list. What people see is `shown`: what somebody is almost certainly
worth at least (mu − 3 sigma), on a scale that starts at 1000.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

MODEL = BradleyTerryFull()
START, SCALE = 1000, 40
MIN_RATED_GAMES = 6  # rated games before a figure is more than provisional


@dataclass(frozen=True)
class Skill:
    """How strong somebody is, and how uncertain that is."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        return round(START + SCALE * (self.mu - 3 * self.sigma))


def places(scores: Sequence[float]) -> list[int]:
    """The place of each, from 1; equal scores share it."""
    return [1 + sum(other > score for other in scores) for score in scores]


def after(
    teams: Sequence[Sequence[Skill]], ranks: Sequence[int], leads: Sequence[float] = ()
) -> list[list[Skill]]:
    """The skills after a game that these teams ended in these places.

    `leads` is what the seats of each team are worth by themselves, if they aren't equal.
    """
    ahead = leads or [0.0] * len(teams)
    rated = [
        [MODEL.create_rating([each.mu + lead, each.sigma]) for each in team]
        for team, lead in zip(teams, ahead, strict=True)
    ]
    found = MODEL.rate(rated, ranks=[float(rank) for rank in ranks])
    return [
        [Skill(each.mu - lead, each.sigma) for each in team]
        for team, lead in zip(found, ahead, strict=True)
    ]
