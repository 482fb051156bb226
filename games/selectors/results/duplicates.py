"""Tables with the same deals, and their comparison once all are over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.duplicate_scoring import Mark, marks
from games.models import Game, RatedGame, Seat
from games.refusals import Refused
from games.selectors.access import with_seats


@dataclass(frozen=True)
class Held:
    """A seat at one of the tables, its player, and its result."""

    seat: Seat
    mark: Mark


@dataclass(frozen=True)
class Compared:
    """The compared tables in order, and for each seat its results at all of them; `left_out` are
    the tables that were begun, but not played to the end."""

    tables: Sequence[Game]
    rows: Sequence[Sequence[Held]]
    left_out: Sequence[Game] = ()

    def mark_of(self, game: Game, seat: int) -> Mark | None:
        """The result of a seat at one table; None if that table is left out."""
        return next((held.mark for held in self.rows[seat] if held.seat.game_id == game.pk), None)


def same_deals_of(game: Game) -> list[Game]:
    """All tables with these deals in order, including this one; empty if there are no others.

    Until all are over, only their names and players may be shown.
    """
    if game.duplicate_id is None:
        return []
    rows = with_seats().filter(duplicate=game.duplicate_id)
    return list(rows.exclude(state=Game.State.CANCELLED, started_at=None).order_by("pk"))


def compared_tables(tables: Iterable[Game]) -> list[Game]:
    """The tables that were played to the end; empty if there is only one."""
    over = [game for game in tables if game.state == Game.State.OVER and game.outcome]
    cut = RatedGame.objects.filter(game__in=over, by_rules=False).values_list("game_id", flat=True)
    short = set(cut)
    found = [game for game in over if game.pk not in short]
    return found if len(found) > 1 else []


def comparison_of(game: Game) -> Compared:
    """Compares each seat across all tables.

    Raises `Refused`: "no_duplicate", or "duplicate_closed" until all tables are over.
    """
    if game.duplicate_id is None:
        raise Refused("no_duplicate")
    if game.closed or game.state in Game.UNFINISHED:
        raise Refused("duplicate_closed")
    begun = same_deals_of(game)
    tables = compared_tables(begun)
    if not tables:
        raise Refused("no_duplicate")
    rows = [_row(tables, index) for index in range(game.seat_count)]
    return Compared(tables, rows, [table for table in begun if table not in tables])


def _row(tables: Sequence[Game], index: int) -> list[Held]:
    found = marks([(game.outcome or {})["scores"][index] for game in tables])
    return [
        Held(list(game.seats.all())[index], mark) for game, mark in zip(tables, found, strict=True)
    ]
