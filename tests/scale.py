"""Measures lists with a million stored games: `python -m tests.scale [--games N]`.

It starts a temporary PostgreSQL, fills it with N games (three seats, two hands, a bid, log and
notices each), and prints queries and seconds of every list in the admin, the list of tables and one
person's moves. Compare two runs by their ratio, not by absolute times. With `--sweep` it prints
instead what a sweep costs that finds 100 due hands, compared with one among 1,000 games.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from tests.database import ThrownAway
from tests.pgplugin import ENVIRONMENT

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
ROUNDS = 5
FILL = """
INSERT INTO accounts_user (id, password, is_superuser, kind, email, name, zone, language,
    is_staff, is_active, date_joined)
SELECT n, '!', false, 'person', 'p' || n || '@example.org', 'Person ' || n, 'UTC', 'en',
    false, true, now() FROM generate_series(1000, 1000 + %(people)s) n;
INSERT INTO games_game (id, code, name, ruleset, rules_version, options, seat_count, state,
    visibility, link_secret, hours, maker_id, commitment, sealed_secret, hand_number, log_length,
    "table", created_at, outcome{extra_names})
SELECT n, 'c' || lpad(n::text, 11, '0'), 'Table ' || n, 'turn-the-tide', 1, '{{}}', 3,
    CASE WHEN n %% 50 = 0 THEN 'open' WHEN n %% 10 = 0 THEN 'running' ELSE 'over' END,
    'public', 'x', 24, 1000 + n %% %(people)s, 'x', '\\x00', 2, 1, '{{}}', now(),
    CASE WHEN n %% 10 <> 0 THEN '{{"scores": [3, 2, 1], "winners": [0]}}'::jsonb END{extra_values}
    FROM generate_series(1, %(games)s) n;
INSERT INTO games_seat (game_id, index, user_id, policy, entropy, misses, misses_in_row,
    looked_at_hand)
SELECT n, i, 1000 + (n + i * 7) %% %(people)s, 'lowest', '', 0, 0, 0
    FROM generate_series(1, %(games)s) n, generate_series(0, 2) i;
INSERT INTO games_stage (id, game_id, number, started_at)
SELECT n, n, 1, now() FROM generate_series(1, %(games)s) n;
INSERT INTO games_hand (game_id, stage_id, number, phase, awaiting, state, deadline, opened_at,
    trigger, "table"{hand_names})
SELECT n, n, i, 'bid', '{{0,1}}', CASE WHEN i = 2 AND n %% 10 = 0 THEN 'open' ELSE 'resolved' END,
    now() + interval '1 day', now(), '', '{{}}'{hand_values}
    FROM generate_series(1, %(games)s) n, generate_series(1, 2) i;
INSERT INTO games_bid (hand_id, seat_id, sealed, digest, via, missed, changes, placed_at)
SELECT h.id, s.id, '\\x00', 'x', 'page', false, 0, now()
    FROM games_hand h JOIN games_seat s ON s.game_id = h.game_id AND s.index = 0
    WHERE h.number = 1;
INSERT INTO games_logentry (game_id, number, hand_number, kind, data, at)
SELECT n, 1, 1, 'made', '{{}}', now() FROM generate_series(1, %(games)s) n;
INSERT INTO accounts_notice (recipient_id, address, kind, event, channel, facts, send_after,
    state, reason, attempts, message_id, created_at)
SELECT 1000 + n %% %(people)s, '', 'your_move', 'hand:' || n, 'mail', '{{}}', now(), 'sent', '', 1,
    md5(n::text), now() FROM generate_series(1, %(games)s) n;
"""


def main() -> int:
    """Fills the database and prints a line for each page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--sweep", action="store_true", help="measure the sweep, not the pages")
    asked = parser.parse_args()
    os.environ |= ENVIRONMENT | SETTINGS
    embedded = ThrownAway()
    embedded.start()
    os.environ["DATABASE_URL"] = embedded.url
    try:
        measure(asked.games, sweep=asked.sweep)
    finally:
        embedded.remove()
    return 0


def measure(games: int, *, sweep: bool = False) -> None:
    """Sets up Django on the fresh server, fills it, and requests every page."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    if sweep:
        from tests import scale_sweep

        scale_sweep.compare(fill, games)
        return
    fill(games)
    for name, look in pages():
        queries, seconds = timed(look)
        sys.stdout.write(f"{games:>9,} games  {name:<34} {queries:>3} queries {seconds:7.3f} s\n")


def fill(games: int) -> None:
    """Inserts the rows with plain SQL, and updates the statistics."""
    from django.db import connection

    people = max(100, games // 20)
    with connection.cursor() as cursor:
        for statement in _defaults():
            cursor.execute(statement)
        for statement in FILL.format(**_extras()).split(";\n"):
            if statement.strip():
                cursor.execute(statement, {"games": games, "people": people})
        cursor.execute("VACUUM ANALYZE")


def _defaults() -> Iterator[str]:
    """Gives columns without a value in the plain SQL their models' defaults."""
    from django.contrib.postgres.fields import ArrayField

    from accounts.models import Notice, User
    from games.models import Bid, IdempotencyKey, LogEntry, Seat, SeatClock, Stage

    for model in (User, Notice, Bid, LogEntry, Seat, SeatClock, Stage, IdempotencyKey):
        for field in model._meta.concrete_fields:
            if field.has_default() and not field.null and not callable(field.default):
                value = str(field.get_db_prep_save(field.get_default(), _connection()))
                column = f'"{model._meta.db_table}" ALTER COLUMN "{field.column}"'
                yield f"ALTER TABLE {column} SET DEFAULT '{value}'"
            elif isinstance(field, ArrayField):
                column = f'"{model._meta.db_table}" ALTER COLUMN "{field.column}"'
                yield f"ALTER TABLE {column} SET DEFAULT '{{}}'"
            elif field.empty_strings_allowed and field.blank and not field.null:
                column = f'"{model._meta.db_table}" ALTER COLUMN "{field.column}"'
                yield f"ALTER TABLE {column} SET DEFAULT ''"


def _extras() -> dict[str, str]:
    """Columns that were added later, with their models' defaults."""
    from games.models import Game, Hand

    named = {"game": Game, "hand": Hand}
    extras = {}
    for key, model in named.items():
        later = [
            field
            for field in model._meta.concrete_fields
            if field.column not in FILL and not field.null and not field.primary_key
        ]
        prefix = "extra" if key == "game" else "hand"
        extras[f"{prefix}_names"] = "".join(f', "{field.column}"' for field in later)
        extras[f"{prefix}_values"] = "".join(
            f", '{field.get_db_prep_save(field.get_default(), _connection())}'" for field in later
        )
    return extras


def _connection() -> object:
    from django.db import connection

    return connection


def pages() -> Iterator[tuple[str, Callable[[], object]]]:
    """Pages by name, each with the function that requests it."""
    from django.contrib import admin
    from django.test import Client
    from django.urls import reverse

    from accounts.models import User
    from tests.accounts.making import give_factor

    chief, person = Client(), Client()
    superuser = User.objects.create_superuser("chief@example.org", "x", name="Chief")
    chief.force_login(give_factor(superuser))
    person.force_login(User.objects.get(pk=1001))
    for model in admin.site._registry:
        if model._meta.app_label in {"games", "accounts"}:
            label = f"{model._meta.app_label}_{model._meta.model_name}"
            url = reverse(f"admin:{label}_changelist")
            yield f"admin {label}", lambda url=url: chief.get(url)
    games = reverse("admin:games_game_changelist")
    yield "panel start", lambda: chief.get(reverse("admin:index"))
    for term in ("c00000000777", "person 1001", "table 777", "running", "stuck"):
        found = reverse("admin:find")
        yield f"panel find {term}", lambda term=term, at=found: chief.get(at, {"q": term})
    one = reverse("admin:games_game_change", args=[770])
    yield "panel game", lambda: chief.get(one)
    someone = reverse("admin:accounts_user_change", args=[1001])
    yield "panel person", lambda: chief.get(someone)
    yield "admin search by code", lambda: chief.get(games, {"q": "c00000000777"})
    yield "admin search by person", lambda: chief.get(games, {"q": "person 1001"})
    yield "admin filter running", lambda: chief.get(games, {"state__exact": "running"})
    yield "tables", lambda: person.get(reverse("games"))
    yield "my moves", lambda: person.get(reverse("moves"))
    yield "API games", lambda: person.get("/api/v1/games")


def timed(look: Callable[[], object]) -> tuple[int, float]:
    """The number of queries of one request, and the median seconds of several."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        answer = look()
    asked = len(queries)  # the next request resets the list
    status = getattr(answer, "status_code", 0)
    if status != 200:
        raise SystemExit(f"The page answered {status}.")
    times = []
    for _round in range(ROUNDS):
        began = time.perf_counter()
        look()
        times.append(time.perf_counter() - began)
    return asked, statistics.median(times)


if __name__ == "__main__":
    sys.exit(main())
