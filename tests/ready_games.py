"""Ready-made games: each of the three in each state, created once and copied into tests.

They are created in a separate process, so that no test's settings affect them, and are kept as rows
next to the kept database until the code changes. A copy takes some hundredths of a second, is part
of the test's own transaction, and looks as if it had been created just now.

    game = ready_games.take("rowboat", "over")

The people of `tests.names` have the seats in this order; with `bots=True` Marit plays alone among
bots. Take a game before you create people with these names.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests import chance, database
from tests.all_games import SMALLEST
from tests.narrowing import not_none

if TYPE_CHECKING:
    from games.models import Game

SLUGS = {**SMALLEST, "rowboat": 3}  # number of seats
STATES = ("open", "first", "middle", "last", "over", "cancelled")
NAMES = [
    f"{slug} {state}{' with bots' * bots}"
    for slug, state, bots in product(SLUGS, STATES, (False, True))
]
# What determines a ready game: all of the code, and how tests create games.
CODE = (
    "accounts/**/*.py", "games/**/*.py", "tideweb/**/*.py", "tests/ready_games.py",
    "tests/chance.py", "tests/games/making.py", "tests/games/fast_forward.py",
)  # fmt: skip
# Ids: people are the same everywhere; other rows of two ready games never collide.
PEOPLE, FIRST, SPAN = 1_000_000_000, 1_001_000_000, 100_000
MOMENT = re.compile(r'"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00)"')
FEW = 8
Rows = dict[str, Any]  # "made": when, "game": its id, "tables": {table: [row, …]}


def take(slug: str, state: str = "over", *, bots: bool = False) -> Game:
    """A copy of a ready game, in the current transaction; each can be taken once."""
    from games.models import Game

    rows = _shelved(f"{slug} {state}{' with bots' * bots}")
    # People and bots may exist already.
    insert(rows["tables"], since=datetime.fromisoformat(rows["made"]), unless_there=True)
    return Game.objects.get(pk=rows["game"])


def insert(tables: dict[str, str], since: datetime, *, unless_there: bool = False) -> None:
    """Inserts these rows by one statement, with all times shifted by the time since they were made.

    Keys between them are checked at the commit, so their order doesn't matter.
    """
    from django.db import connection
    from django.utils import timezone

    later = timezone.now() - since

    def moved(found: re.Match[str]) -> str:
        return f'"{(datetime.fromisoformat(found[1]) + later).isoformat()}"'

    known = " ON CONFLICT DO NOTHING" if unless_there else ""
    steps = ", ".join(
        f'"into {table}" AS (INSERT INTO "{table}" SELECT * '
        f'FROM jsonb_populate_recordset(NULL::"{table}", %s){known})'
        for table in tables
    )
    if tables:
        with connection.cursor() as cursor:
            rows = [MOMENT.sub(moved, each) for each in tables.values()]
            cursor.execute(f"WITH {steps} SELECT", rows)


# ------------------------------------------------------------------ the shelf

_read: dict[str, Rows] = {}


@cache
def _shelf() -> Path:
    return database.KEPT / "ready" / database.fingerprint(CODE + database.SCHEMA)


def _shelved(name: str) -> Rows:
    if name not in _read:
        file = _shelf() / f"{name}.json"
        if not file.exists():
            # A complete run needs all of them sooner or later, and starting takes longer than
            # making.
            _make(NAMES if "PYTEST_XDIST_WORKER" in os.environ else [name])
        _read[name] = json.loads(file.read_text("utf-8"))
    return _read[name]


def _make(names: Iterable[str]) -> None:
    from django.conf import settings

    from tests.worker import url_of

    made = subprocess.run(
        [sys.executable, "-m", "tests.ready_games", *names],
        cwd=database.ROOT,
        env={**os.environ, "DATABASE_URL": url_of(settings.DATABASES["default"])},
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise RuntimeError(f"Ready games could not be made:\n{made.stderr}")


# ------------------------------------------------------------------ making them, as a command


def main(names: list[str]) -> None:
    """Creates the missing ones, one process after another."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    shelf = _shelf()
    with database.one_at_a_time("ready"), database.connected_to_copy("ready"):
        _clear_all_but(shelf)
        for name in names or NAMES:
            file = shelf / f"{name}.json"
            if not file.exists():
                draft = file.with_suffix(".draft")
                draft.write_text(json.dumps(_rows(name)), "utf-8")
                draft.rename(file)


def _clear_all_but(shelf: Path) -> None:
    for old in shelf.parent.glob("*/*"):
        if old.parent != shelf:
            old.unlink()
    shelf.mkdir(parents=True, exist_ok=True)


def _rows(name: str) -> Rows:
    """The rows created with this game, which are rolled back."""
    from django.db import connection, transaction
    from django.utils import timezone

    slug, state, *bots = name.split(" ", 2)
    tables = sorted(connection.introspection.django_table_names(only_existing=True))
    with transaction.atomic(), chance.drawn_by(f"ready {name}"):
        before = all_rows(tables)
        _number_from(tables, FIRST + SPAN * NAMES.index(name))
        game = _game(slug, state, bots=bool(bots))
        made = timezone.now()
        after = all_rows(tables)
        transaction.set_rollback(True)
    new = {
        table: "[" + ",".join(row for row in rows if row not in before[table]) + "]"
        for table, rows in after.items()
        if set(rows) - set(before[table]) and table not in NOT_OF_A_GAME
    }
    return {"made": made.isoformat(), "game": game.pk, "tables": new}


# The heartbeat of the sweep, and today's sign of life of somebody.
NOT_OF_A_GAME = ("accounts_heartbeat",)


def all_rows(tables: Iterable[str]) -> dict[str, list[str]]:
    """The rows of all tables, by one statement, since most are empty."""
    from django.db import connection

    found: dict[str, list[str]] = {table: [] for table in tables}
    each = (f"SELECT '{table}', to_jsonb(each)::text FROM \"{table}\" AS each" for table in found)
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(each))
        for table, row in cursor.fetchall():
            found[table].append(row)
    return found


def _number_from(tables: Iterable[str], first: int) -> None:
    """Sets the sequences of ids: people start from their usual number, all else from `first`."""
    from django.db import connection

    with connection.cursor() as cursor:
        for table in tables:
            begin = PEOPLE if table.startswith(("accounts_user", "account_")) else first
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s) FROM pg_attribute "
                "WHERE attrelid = %s::regclass AND attname = 'id' AND attidentity <> ''",
                [table, begin, table],
            )


def _game(slug: str, state: str, *, bots: bool) -> Game:
    from accounts.people import new_accounts as household
    from games.services.lobby import tables
    from tests.games.making import people

    users, _all_four = people(5), household.bots(4)
    seats = SLUGS[slug]
    sitting = users[: 1 if bots else seats]
    table = tables.TableSettings(
        ruleset=slug,
        name="Schiermonnikoog",
        seats=seats,
        bots=(seats - 1 if bots else 0) - (state == "open" and bots),
    )
    game = tables.make_table(sitting[0], table)
    for user in sitting[1 : len(sitting) - (state == "open")]:
        tables.join(user, game.code)
    return _waiting(MAKING[state](_waiting(game)))


def _waiting(game: Game) -> Game:
    """Resolves hands that ask nobody, as a worker would."""
    from games.services import sweep
    from tests.games.making import fresh

    while game.hands.filter(state="ready").exists():
        sweep.sweep()
    return fresh(game)


def _over(game: Game) -> Game:
    from tests.games.fast_forward import fast_forward, like_bots

    return fast_forward(game, "over", like_bots())


def _last(game: Game) -> Game:
    """Plays to the last hand; if possible, one that ends the game whatever is answered."""
    from django.db import transaction

    from tests.games.fast_forward import fast_forward, like_bots

    for seed in range(FEW):
        mark = transaction.savepoint()
        last = fast_forward(game, "last", like_bots(seed))
        if seed == FEW - 1 or all(_ends(last, place) for place in (0, -1)):
            break
        transaction.savepoint_rollback(mark)
    return last


def _ends(game: Game, place: int) -> bool:
    """Whether the game ends with the next hand and forced ones after it."""
    from tests.games.fast_forward import played_on

    two = islice(
        (
            hand
            for hand in played_on(game, lambda rules, state, seat: rules.ranked(state, seat)[place])
            if hand.waited
        ),
        2,
    )
    return len(list(two)) == 1


def _middle(game: Game) -> Game:
    """Plays half of its hands; of a game of one hand, none."""
    from django.db import transaction

    from tests.games.fast_forward import fast_forward, like_bots

    with transaction.atomic():
        hands = fast_forward(game, "over", like_bots()).hand_number
        transaction.set_rollback(True)
    return fast_forward(game, max(1, hands // 2), like_bots())


def _cancelled(game: Game) -> Game:
    """Cancels it by everybody's votes."""
    from games.services.seats import votes
    from tests.games.making import fresh

    for seat in game.seats.filter(user__kind="person").order_by("index"):
        votes.vote(not_none(seat.user), game.code, "cancel")
    return fresh(game)


MAKING: dict[str, Callable[[Game], Game]] = {
    "open": lambda game: game,
    "first": lambda game: game,
    "middle": _middle,
    "last": _last,
    "over": _over,
    "cancelled": _cancelled,
}


if __name__ == "__main__":
    main(sys.argv[1:])
