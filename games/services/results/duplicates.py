"""The end of a duplicate: when all its tables are over, they open to others, with their records.

That they are over is read from the database by the sweep; waking a worker only saves time.
"""

from functools import partial

from django.db import transaction

from accounts.models.commit_order import this_transaction
from accounts.operation import database_clock
from accounts.operation.database_errors import run_isolated
from games import game_secrets
from games.models import Duplicate, Game, RatedGame, Record
from games.services import wake_workers
from games.services.notifications import seat_notices
from games.services.results import archive


def settle(limit: int = 50) -> int:
    """Opens the tables of every duplicate that is over; returns how many duplicates.

    One that fails is logged and does not keep the others waiting.
    """
    closed = Game.objects.filter(closed=True).order_by().values("duplicate")
    waiting = Duplicate.objects.filter(pk__in=closed).exclude(
        pk__in=Game.objects.filter(closed=True, state__in=Game.UNFINISHED).values("duplicate")
    )
    due = waiting.order_by("pk").values_list("pk", flat=True)[:limit]
    return sum(run_isolated(partial(_settle, pk), f"Duplicate {pk}") for pk in due)


def _settle(duplicate: int) -> bool:
    with transaction.atomic():
        tables = [game for game in game_secrets.lock_tables(duplicate) if game.closed]
        if not tables or any(game.state in Game.UNFINISHED for game in tables):
            return False
        for game in tables:
            _open(game)
        Duplicate.objects.filter(pk=duplicate).update(compared_at=database_clock.now())
        for game in tables:
            if game.started_at is not None:
                seat_notices.comparison(game)
        wake_workers.deliver()
        wake_workers.rate()
    return True


def _how_ended(game: Game) -> str:
    if game.state == Game.State.CANCELLED:
        return archive.CANCELLED
    cut = RatedGame.objects.filter(game=game, by_rules=False).exists()
    return archive.BY_MODERATORS if cut else archive.BY_RULES


def _open(game: Game) -> None:
    """Opens a table to others, and stores its record."""
    if not Record.objects.filter(game=game).exists():
        archive.keep_record(game, _how_ended(game))
    # So that whoever reads all records in order finds it after those that were already visible.
    Record.objects.filter(game=game).update(written_in=this_transaction())
    game.closed = False
    game.save(update_fields=["closed"])
