"""Results of the bots in the sandbox."""

from collections.abc import Iterable
from datetime import timedelta

from accounts.models import User
from accounts.operation import database_clock
from games import cross_table
from games.cross_table import PlayerResult, Row
from games.models import Game
from games.selectors.results.placings import places_of, teams_of

DAYS = 90
MAX_GAMES = 2000  # most recent games


def is_of_sandbox(game: Game) -> bool:
    """Whether only programs of different owners meet at this table, and nobody by its link. Read
    once for a game that is loaded."""
    return hasattr(game, "sandbox")


def cross_table_of(ruleset: str) -> list[Row]:
    """The cross table of a ruleset, from games that ended in the last ninety days."""
    since = database_clock.now() - timedelta(days=DAYS)
    games = Game.objects.filter(
        sandbox__isnull=False, ruleset=ruleset, state=Game.State.OVER, ended_at__gte=since
    ).order_by("-pk")[:MAX_GAMES]
    return cross_table.rows(player_results(games.prefetch_related("seats__user")))


def retired_among(names: Iterable[str]) -> set[str]:
    """Those of these bots that their owners have retired, and so have no page."""
    retired = User.objects.filter(name__in=list(names), is_active=False)
    return set(retired.values_list("name", flat=True))


def player_results(games: Iterable[Game]) -> Iterable[list[PlayerResult]]:
    """The result of each finished game for people's bots; needs games with seats and users."""
    for game in games:
        teams = teams_of(game)
        places = places_of(game, teams)
        side = {seat: number for number, team in enumerate(teams) for seat in team}
        yield [
            PlayerResult(
                seat.user.name,
                side[seat.index],
                places[side[seat.index]],
                missed=seat.misses > 0 or bool(seat.absence),  # our bot has played for it
            )
            for seat in game.seats.all()
            if seat.user is not None and seat.user.kind == User.Kind.PROGRAM
        ]
