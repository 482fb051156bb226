"""Rows and bytes that a game leaves behind, by table: `python -m tests.bench.rows [--seats N]`.

People who wish what is usual play a whole game of Turn the Tide by the services, and all their
letters go to a mail server of ours. Bytes are those of the rows as PostgreSQL keeps them
(`pg_column_size`), without indexes and pages. Rows that are there without the game, or belong to
the people, don't count. With `--hand-a-day` the game is packed as it goes, and what counts is the
most rows that it has while it runs.
"""

from __future__ import annotations

import argparse
import os
import sys
from datetime import timedelta
from unittest.mock import patch

from tests.database import ThrownAway
from tests.names import NAMES
from tests.pgplugin import ENVIRONMENT

NOT_OF_GAME = ("accounts_canary", "accounts_heartbeat", "accounts_outage", "games_rating")
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.settings"}


def main() -> int:
    """Plays in a database of its own, and prints a line a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--ruleset", default="turn-the-tide")
    parser.add_argument("--hands", type=int, default=10_000, help="stop after so many")
    parser.add_argument("--hand-a-day", action="store_true", help="the most rows while it runs")
    asked = parser.parse_args()
    os.environ |= ENVIRONMENT | SETTINGS
    embedded = ThrownAway()
    embedded.start()
    os.environ["DATABASE_URL"] = embedded.url
    try:
        _play(asked.ruleset, asked.seats, asked.hands, slowly=asked.hand_a_day)
    finally:
        embedded.remove()
    return 0


def _play(ruleset: str, seats: int, most: int, *, slowly: bool) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from tests.accounts.sink import listening

    call_command("migrate", verbosity=0)
    if slowly:
        with listening(settings):
            _hand_a_day(ruleset, seats, most)
        return
    before = _stored()
    with listening(settings) as sink:
        hands = _whole_game(ruleset, seats, most)
        say(f"{ruleset}, {seats} seats, {hands} hands, {len(sink.mails)} letters")
        _tell(hands, before)
        _let_letters_go()
    if hands < most:
        _pack()
        say("The same, a week later:")
        _tell(hands, before)
        _compact()
        say("The same, compacted:")
        _tell(hands, before)


def _let_letters_go() -> None:
    """A game that is compacted has been over for weeks, so nothing about it waits any more; here
    the letters about its hands, of seconds ago, still would.
    """
    from django.utils import timezone

    from accounts.models import Notice

    waiting = Notice.objects.filter(state__in=(Notice.State.QUEUED, Notice.State.HELD))
    waiting.update(state=Notice.State.QUEUED, send_after=timezone.now())
    deliver()
    if waiting.exists():
        raise SystemExit(f"{waiting.count()} letters still wait.")


def _pack() -> None:
    """As the sweep does a week after the end of each stage."""
    from django.utils import timezone

    from games.services.results import packing

    packing.sweep(timezone.now() + packing.AFTER)
    _rewrite()


def _rewrite() -> None:
    """As VACUUM would in time."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL")


def _compact() -> None:
    """As the sweep does some weeks after its end."""
    from django.utils import timezone

    from games.models import Game
    from games.services.results import compaction

    game = Game.objects.get()
    compaction.compact(game.pk, timezone.now())
    _rewrite()


def _hand_a_day(ruleset: str, seats: int, most: int) -> None:
    """Plays a hand a day, and says how many rows the game has at most while it runs."""
    from accounts.operation import database_clock
    from games.models import Game
    from games.services.results import packing
    from tests.accounts.making import member
    from tests.club.clock import virtual
    from tests.games import making
    from tests.simulate.stock import START

    with virtual(START) as clock, patch.object(database_clock, "_asked", timedelta):
        game = making.running([member(name) for name in NAMES[:seats]], ruleset=ruleset)
        rows = [_counted()]
        while making.fresh(game).state == Game.State.RUNNING and len(rows) < most:
            deliver()
            making.bid_all(game)
            rows.append(_counted())
            clock.at += timedelta(days=1)
            packing.sweep(clock.at)
    say(f"{ruleset}, {seats} seats, a hand a day: {max(rows)} rows at most of {len(rows)} hands")


def _whole_game(ruleset: str, seats: int, most: int) -> int:
    """The number of its hands."""
    from games.models import Game
    from tests.accounts.making import member
    from tests.games import making

    users = [member(name) for name in NAMES[:seats]]
    game = making.running(users, ruleset=ruleset)
    while making.fresh(game).state == Game.State.RUNNING and making.fresh(game).hand_number < most:
        deliver()
        making.bid_all(game)
    deliver()
    return making.fresh(game).hand_number


def deliver() -> None:
    """Everything that is due, on every channel."""
    from accounts.notifications import delivery

    for channel in delivery.CHANNEL_CLASSES:
        delivery.deliver(channel=channel)


def _tell(hands: int, before: int) -> None:
    of_game = _rows_of_game()
    for rows, size, table in sorted(of_game, reverse=True):
        say(f"{table:28} {rows:6} rows {size:9,} bytes {rows / hands:7.2f} rows a hand")
    rows, size = sum(line[0] for line in of_game), sum(line[1] for line in of_game)
    say(f"{'all':28} {rows:6} rows {size:9,} bytes {rows / hands:7.2f} rows a hand")
    taken = _stored() - before
    say(f"With indexes and pages {taken:,} bytes, mostly first pages of what was empty before.")


def _counted() -> int:
    return sum(rows for rows, _size, _table in _rows_of_game())


def _rows_of_game() -> list[tuple[int, int, str]]:
    """Number and bytes of the rows of each table that has some."""
    from django.apps import apps
    from django.db import connection

    found = []
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            if model._meta.app_label not in ("games", "accounts") or not model._meta.managed:
                continue
            table = model._meta.db_table
            sizes = "count(*), coalesce(sum(pg_column_size(t)), 0)"
            cursor.execute(f'SELECT {sizes} FROM "{table}" t')
            rows, size = cursor.fetchone()
            found.append((rows, int(size), table))
    return [
        line for line in found if line[0] and "user" not in line[2] and line[2] not in NOT_OF_GAME
    ]


def _stored() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
            "WHERE relkind = 'r' AND relname ~ '^(games|accounts)_'"
        )
        return int(cursor.fetchone()[0])


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
