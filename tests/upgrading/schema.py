"""tideweb/first_schema.sql, written from what all migrations make of an empty database, or compared
with it: `make schema`, `python -m tests.upgrading.schema --compare`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from difflib import unified_diff

from tests import database, pgplugin

NOTED = "django_migrations"
# Made after migrating, by nobody's migration.
OTHERS = ("--exclude-table=tideweb_cache", "--schema=public")
# What pg_dump says about itself and the session, not about the schema.
ASIDE = re.compile(
    r"^(--|\\|SET |SELECT pg_catalog\.set_config|CREATE SCHEMA public|COMMENT ON SCHEMA)"
)
# How it tells `state IN ('over', 'cancelled')`; read again, that would be told in a third way.
ONE_OF = re.compile(r"\(\((\w+)\)::text = ANY \(\(ARRAY\[([^]]+)\]\)::text\[\]\)\)")
# Rows that hold a moment or a sealed value, other ones each time.
OF_THE_MOMENT = (NOTED, "accounts_canary")


def main(arguments: list[str]) -> int:
    server = database.ThrownAway()
    try:
        server.start()
        _begin(server.url)
        if arguments == ["--compare"]:
            return _compare()
        return _write()
    finally:
        server.remove()


def _begin(url: str) -> None:
    import django

    os.environ.update(pgplugin.ENVIRONMENT)
    os.environ |= {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    django.setup()


def _write() -> int:
    from tideweb import first_schema

    _migrate("written", step_by_step=True)
    first_schema.FILE.write_text(_file(), "utf-8")
    return 0


def _compare() -> int:
    """Says in which lines a database from the file differs from one that was migrated."""
    from tests.upgrading.states import each_model_alone
    from tideweb import first_schema

    # What it made wrong would differ from the file, which was written without it.
    with each_model_alone():
        _migrate("long", step_by_step=True)
    long = _all_rows_and_tables()
    _migrate("short", step_by_step=False)
    found = list(
        unified_diff(long, _all_rows_and_tables(), "migrations", first_schema.FILE.name, n=2)
    )
    print("".join(f"{line.rstrip()}\n" for line in found), end="")  # noqa: T201
    return int(bool(found))


def _migrate(name: str, *, step_by_step: bool) -> None:
    """A new database of this name, as a new installation's."""
    from django.core.management import call_command
    from django.core.management.commands import migrate
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = "postgres"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    connection.close()
    connection.settings_dict["NAME"] = name
    call_command(migrate.Command() if step_by_step else "migrate", verbosity=0, interactive=False)


def _all_rows_and_tables() -> list[str]:
    """All that stands in the database, line by line."""
    hidden = [f"--exclude-table-data={table}" for table in OF_THE_MOMENT]
    noted = (f"-- {app} {name}" for app, name in _noted())
    return [*_dumped("--inserts", *hidden), *noted]


def _file() -> str:
    from django.db import connection

    lines = _dumped("--schema-only", *OTHERS)
    rows = ",\n".join(f"    ('{app}', '{name}', now())" for app, name in _noted())
    text = ONE_OF.sub(_one_of, "\n".join(lines).replace("public.", ""))
    return (
        f"-- Written by `make schema`; see {'first_schema.py'}.\n{text}\n"
        f"INSERT INTO {connection.ops.quote_name(NOTED)} (app, name, applied) VALUES\n{rows};\n"
    )


def _one_of(found: re.Match[str]) -> str:
    column, values = found.groups()
    return f"({column} IN ({values.replace('::character varying', '')}))"


def _dumped(*options: str) -> list[str]:
    """By pg_dump, without what it says about itself."""
    from django.db import connection

    from tests.worker import url_of
    from tideweb.embedded.binaries import bin_folder

    program = str(bin_folder() / "pg_dump")
    told = ["--no-owner", "--no-privileges", *options, url_of(connection.settings_dict)]
    done = subprocess.run([program, *told], stdout=subprocess.PIPE, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line and not ASIDE.match(line)]


def _noted() -> list[tuple[str, str]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT app, name FROM {NOTED} ORDER BY id")
        return list(cursor.fetchall())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
