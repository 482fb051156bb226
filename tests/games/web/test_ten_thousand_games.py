"""Whoever has played a thousand games looks at his pages by as many queries as with ten.

Ten thousand where all is asked for (`make whole`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice, User
from accounts.notifications import feed_tokens
from games.models import Game, Hand, LogEntry, RatedGame, Seat, SeatClock, SeatTenure, Stage
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, bid_all, fresh, people, running
from tests.games.web.driving import browser
from tests.sampling import whole

pytestmark = pytest.mark.django_db
OVER = 9_990 if whole() else 990
STEP = 1_000_000
# What belongs to a game and is copied with it: the columns that tell whose it is, and which rows.
HANDS = "SELECT id FROM games_hand WHERE game_id = {game} AND number = 1"
BELONGING: dict[type[Model], tuple[tuple[str, ...], str]] = {
    Seat: (("game_id",), "game_id = {game}"),
    Stage: (("game_id",), "game_id = {game} AND number = 1"),
    Hand: (("game_id", "stage_id"), "game_id = {game} AND number = 1"),
    SeatTenure: (("seat_id",), "seat_id IN (SELECT id FROM games_seat WHERE game_id = {game})"),
    SeatClock: (("hand_id", "seat_id"), f"hand_id IN ({HANDS})"),
    LogEntry: (("game_id",), "game_id = {game} AND number < 3"),
    RatedGame: (("game_id",), "game_id = {game}"),
}


def test_every_page_of_a_person_costs_the_same() -> None:
    users = people(3)
    marit = users[0]
    some_of_each(users)
    pages = list(addresses(marit, fresh(Game.objects.filter(state="over").latest("pk"))))
    client = browser(marit)
    few = {path: queries(client, path) for path in pages}
    multiply(Game.objects.filter(state="over").latest("pk"), OVER)
    assert Game.objects.filter(seats__user=marit).count() == OVER + 10
    many = {path: queries(client, path) for path in pages}
    assert many == few
    assert max(many.values()) <= 25, many


def some_of_each(users: list[User]) -> None:
    """Ten games: tables that wait for people, games that wait for her or for others, one over."""
    for number in range(3):
        tables.make_table(users[0], TableSettings(name=f"Open {number}"))
        bid(running(users, name=f"Others {number}"), users[0])
        bid_all(running(users, name=f"Hers {number}"))
    fast_forward(running(users))


def addresses(user: User, over: Game) -> Iterator[str]:
    """What shows games of hers, or what she did in them: for people, programs and readers."""
    yield from ("/", "/games/", "/games/?show=mine", "/moves/", "/people/", "/seats/")
    yield from (f"/people/{user.name}/", "/settings/", "/settings/notices/", "/notices/")
    yield from (f"/g/{over.code}/", f"/g/{over.code}/replay/3/", "/settings/data/")
    yield from ("/api/v1/me", "/api/v1/me/moves", "/api/v1/me/games", "/api/v1/me/notices")
    yield from (
        "/api/v1/games",
        f"/api/v1/people/{user.name}",
        "/api/v1/ratings?ruleset=turn-the-tide",
    )
    yield f"/feed/{feed_tokens.make(user, 'atom')}.atom"
    yield f"/calendar/{feed_tokens.make(user, 'calendar')}.ics"


def queries(client: Client, path: str) -> int:
    client.get(path)  # whatever is kept from the first time on
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(path)
    assert answer.status_code == 200, path
    return len(asked)


def multiply(game: Game, times: int) -> None:
    """So many games more like this one, each older than the one before, and letters about them."""
    reader = game.seats.get(index=0).user_id
    with connection.cursor() as cursor:
        _copy(cursor, Game, (), f"id = {game.pk}", times)
        for model, (columns, which) in BELONGING.items():
            _copy(cursor, model, columns, which.format(game=game.pk), times)
        _copy(cursor, Notice, (), f"recipient_id = {reader}", times // 9)
        cursor.execute("ANALYZE")


# What tells one copy from the next, beside the numbers.
OTHERWISE: dict[type[Model], dict[str, str]] = {
    Game: {
        "code": "left(code, 6) || lpad(n::text, 6, '0')",
        "created_at": "created_at - n * interval '1 minute'",
    },
    RatedGame: {"number": "number + n"},
    Notice: {
        "message_id": "md5(message_id || n)",
        "event": "left(event || ':' || n, 64)",
        "created_at": "created_at - n * interval '1 minute'",
    },
}


def _copy(cursor: Any, model: type[Model], columns: Sequence[str], which: str, times: int) -> None:
    """The rows that are meant, so many times, with their numbers moved on for each game."""
    values = {str(each.column): f'"{each.column}"' for each in model._meta.concrete_fields}
    moved = {"id", *columns} & set(values)
    values |= {name: f'"{name}" - n * {STEP}::bigint' for name in moved}
    values |= OTHERWISE.get(model, {})
    names, table = ", ".join(f'"{name}"' for name in values), model._meta.db_table
    cursor.execute(
        f"INSERT INTO {table} ({names}) SELECT {', '.join(values.values())} "
        f"FROM {table}, generate_series(1, {times}) n WHERE {which}"
    )
