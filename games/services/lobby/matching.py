"""Finding somebody a game: a seat at a suitable open table, or else a new table."""

from collections.abc import Sequence

from django.db import connection, transaction

from accounts.models import User
from games import game_secrets, sanctions, selectors
from games.models import Game, Rating
from games.refusals import Refused
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings

# Ranges of paces that suit each other.
PACES = ((1, 12), (13, 48), (49, 14 * 24))  # hours a hand
MAX_TABLES = 20  # tables considered
MIDDLE = 1000.0  # stands for no rating yet (docs/ratings.md)


def find(user: User, wish: TableSettings) -> Game:
    """Joins a public table of this game and a similar pace: the one with the fewest free seats,
    then the one whose players are closest in rating. If there is none, makes the wished table.
    Raises `Refused`.

    People who ask for the same at the same moment are seated together. Nobody waits for a table
    that somebody else has locked: if it is stuck, others are free.
    """
    with transaction.atomic():
        sanctions.hold(user)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"find {wish.ruleset}"])
        for game in _suiting(user, wish):
            try:
                with transaction.atomic():
                    game_secrets.lock_game(wait=False, pk=game.pk)
                    return tables.join(user, game.code)
            except (Refused, Game.DoesNotExist):
                continue  # it asks for more than they bring, is full by now, or locked
        return tables.make_table(user, wish)


def _suiting(user: User, wish: TableSettings) -> list[Game]:
    within = next(pace for pace in PACES if wish.hours <= pace[1])
    found = selectors.lobby.lists.open_tables(user).filter(
        ruleset=wish.ruleset, hours__range=within, duplicate=None
    )
    games = list(found.exclude(seats__user=user)[:MAX_TABLES])
    strengths = _strengths(user, games, wish.ruleset)
    mine = strengths.get(user.pk, MIDDLE)
    return sorted(games, key=lambda game: (_free(game), _apart(game, mine, strengths), game.pk))


def _free(game: Game) -> int:
    return sum(seat.user_id is None and seat.kept_for_id is None for seat in game.seats.all())


def _apart(game: Game, mine: float, strengths: dict[int, float]) -> float:
    sitting = [strengths.get(seat.user_id, MIDDLE) for seat in game.seats.all() if seat.user_id]
    return abs(sum(sitting) / len(sitting) - mine) if sitting else 0.0


def _strengths(user: User, games: Sequence[Game], ruleset: str) -> dict[int, float]:
    people = {seat.user_id for game in games for seat in game.seats.all()} | {user.pk}
    rows = Rating.objects.filter(ruleset=ruleset, user__in=people - {None})
    return {row.user_id: row.shown for row in rows}
