"""Whose result a finished game counts for, and the places, for ratings and leagues."""

from collections.abc import Sequence

from games.catalogue import GAMES
from games.models import Game


def holders(game: Game) -> dict[int, int]:
    """Seat numbers by user id; the game must have been fetched with seats and tenures.

    A seat counts for its original player even if a bot took over. If somebody else took over, it
    counts for nobody.
    """
    found = {}
    for seat in game.seats.all():
        users = {tenure.user_id for tenure in seat.tenures.all()}
        if len(users) == 1:
            found[users.pop()] = seat.index
    return found


def teams_of(game: Game) -> list[list[int]]:
    """The seats that win together: alternating sides in partnerships, otherwise single seats."""
    sides = len((game.table or {}).get("sides") or []) or game.seat_count
    return [
        [seat for seat in range(game.seat_count) if seat % sides == side] for side in range(sides)
    ]


def leads_of(game: Game, teams: Sequence[Sequence[int]]) -> list[float]:
    """The advantage of each team's seats, in rating skill."""
    leads = GAMES[game.ruleset].leads.get(game.seat_count, (0.0,) * game.seat_count)
    return [sum(leads[seat] for seat in team) / len(team) for team in teams]


def places_of(game: Game, teams: Sequence[Sequence[int]]) -> list[int]:
    """The place of each team from 1, with ties sharing a place.

    Winners come first whatever the scores, since the other ship may have surrendered.
    """
    outcome = game.outcome or {}
    won = set(outcome["winners"])
    worth = [(team[0] in won, outcome["scores"][team[0]]) for team in teams]
    return [1 if mine[0] else 1 + sum(other > mine for other in worth) for mine in worth]
