"""Finding somebody a game: a seat at a suitable open table, or else a new table."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.operation import database_clock
from accounts.operation.database_errors import is_busy
from games import game_secrets, reliability, sanctions, selectors
from games.models import Game, Rating, Seat
from games.refusals import Refused
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings

# Ranges of paces that suit each other.
PACES = ((1, 12), (13, 48), (49, 14 * 24))  # hours a hand
MAX_TABLES = 20  # tables considered
LATELY = timedelta(days=30)  # of those who sat down before, nobody may be left
PATIENCE = "500ms"  # for tables that somebody else has locked; usually that is for an instant
MIDDLE = 1000.0  # stands for no rating yet (docs/ratings.md)


def find(user: User, wish: TableSettings) -> Game:
    """Joins a public table of this game and a similar pace where somebody has sat down `LATELY`:
    the one with the fewest free seats, then the one whose players are closest in rating. If there
    is none, makes the wished table. Raises `Refused`.

    People who ask for the same at the same moment are seated together.
    """
    with transaction.atomic():
        user = sanctions.hold(user)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"find {wish.ruleset}"])
        found = first_that_takes(
            _suiting(user, wish),
            lambda game: tables.join(user, game.code, entropy=wish.entropy),
        )
        return found or tables.make_table(user, wish)


def first_that_takes(games: Iterable[Game], sit: Callable[[Game], Game]) -> Game | None:
    """Sits down at the first of these tables that takes them. None if none does: they ask for more
    than is brought, or are full by now.

    Those that somebody else has locked are tried last, and are waited for no longer than `PATIENCE`
    if one is stuck. Requires a transaction.
    """
    locked = []
    for game in games:
        try:
            with transaction.atomic():
                game_secrets.lock_game(wait=False, pk=game.pk)
                return sit(game)
        except Game.DoesNotExist:
            locked.append(game)
        except Refused:
            continue
    for game in locked:
        try:
            with transaction.atomic():
                _have_patience()
                return sit(game)
        except Refused:
            continue
        except OperationalError as error:
            if not is_busy(error):
                raise
            return None
    return None


def _have_patience() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [PATIENCE])


def _suiting(user: User, wish: TableSettings) -> list[Game]:
    within = next(pace for pace in PACES if wish.hours <= pace[1])
    lately = Seat.objects.filter(
        game=OuterRef("pk"), user__isnull=False, joined_at__gt=database_clock.now() - LATELY
    )
    found = selectors.lobby.lists.joinable_tables(user).filter(
        Exists(lately), ruleset=wish.ruleset, hours__range=within, duplicate=None
    )
    share = reliability.habits([user.pk])[user.pk].share
    if share is not None:
        found = found.filter(least_share__lte=share)
    games = list(found[:MAX_TABLES])
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
