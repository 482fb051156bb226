"""Whose result a finished game is, and in which place: for ratings and leagues."""

from collections.abc import Sequence

from games.catalogue import GAMES
from games.models import Game


def holders(game: Game) -> dict[int, int]:
    """Whose result each seat is, by person: its number.  Read with seats and their tenures.

    Whoever began a seat has its result, also when a bot played on for them.  A seat that
    somebody else took over is nobody's.
    """
    found = {}
    for seat in game.seats.all():
        users = {tenure.user_id for tenure in seat.tenures.all()}
        if len(users) == 1:
            found[users.pop()] = seat.index
    return found


def teams_of(game: Game) -> list[list[int]]:
    """The seats that win together: sides in turns where partners sit across, else each alone."""
    sides = len((game.table or {}).get("sides") or []) or game.seat_count
    return [
        [seat for seat in range(game.seat_count) if seat % sides == side] for side in range(sides)
    ]


def leads_of(game: Game, teams: Sequence[Sequence[int]]) -> list[float]:
    """What the seats of each team are worth by themselves, in the skill of ratings."""
    leads = GAMES[game.ruleset].leads.get(game.seat_count, (0.0,) * game.seat_count)
    return [sum(leads[seat] for seat in team) / len(team) for team in teams]


def places_of(game: Game, teams: Sequence[Sequence[int]]) -> list[int]:
    """The place of each team, from 1, equal ones shared.

    Winners are first whatever the scores say (the other ship may have surrendered).
    """
    outcome = game.outcome or {}
    won = set(outcome["winners"])
    worth = [(team[0] in won, outcome["scores"][team[0]]) for team in teams]
    return [1 if mine[0] else 1 + sum(other > mine for other in worth) for mine in worth]
