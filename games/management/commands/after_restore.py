"""`manage.py after_restore`: what has to be done after restoring a backup, before starting."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from environ import Env

from accounts.notifications import quarantine
from games.services import restore

OLD = "old"


class Command(BaseCommand):
    help = (
        "Run this after a restore, before anything is started: it holds e-mails that may have been "
        "sent already, gives the lost time back, and tells every table what was lost."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--backup", metavar="MOMENT", help="when the backup was made")
        parser.add_argument("--until", metavar="MOMENT", help="when the lost database stopped")
        parser.add_argument(
            "--old",
            metavar="URL",
            help="the lost database, if it can still be read",
        )
        held = parser.add_mutually_exclusive_group()
        held.add_argument("--release", action="store_true", help="send the held e-mails")
        held.add_argument("--drop", action="store_true", help="never send the held e-mails")
        parser.add_argument(
            "--connected",
            action="store_true",
            help="run although others are connected to the database",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["release"]:
            self.stdout.write(
                f"{quarantine.release()} e-mails will be sent if they are still true."
            )
        elif options["drop"]:
            self.stdout.write(f"{quarantine.drop()} e-mails will never be sent.")
        else:
            self._restore(**options)

    def _restore(self, **options: Any) -> None:
        if restore.replaying():
            raise CommandError(
                "PostgreSQL is still replaying its log, so its data isn't up to date yet. "
                "Run this again in a minute."
            )
        if (others := restore.others()) and not options["connected"]:
            raise CommandError(
                f"Others are connected to this database ({others}). Stop web, events, worker, "
                "bots, beat and mail first; pg_stat_activity shows who it is. Use --connected "
                "only for connections of your own."
            )
        now = timezone.now()
        backup = moment(options["backup"]) or restore.begun() or restore.last_sign() or now
        until = moment(options["until"]) or now
        if not backup < until <= now:
            raise CommandError(
                "The backup must be older than --until, which can't be in the future."
            )
        with _reachable(options["old"]) as old:
            done = restore.after_restore(backup, until, now, old)
        self._say(done)
        if options["old"]:
            self._say_lost(done)
        else:
            self.stdout.write(
                "What was revoked since the backup is good again: API keys, sessions, reply "
                "addresses, private feeds. Suspensions since then are gone."
            )
        self.stdout.write(
            "Passwords, second factors, e-mail addresses and roles are those of the backup: see "
            "docs/operating.md, Restoring."
        )

    def _say(self, done: restore.Restored) -> None:
        outage = done.outage
        for line in (
            f"The data is of {outage.began:%Y-%m-%d %H:%M:%S} UTC; {done.tables} tables are told.",
            f"Down until {outage.ended:%Y-%m-%d %H:%M:%S} UTC: the sweep gives that time back.",
            f"{done.held} letters are held back, since they may have gone out before: "
            "--release sends them, marked; --drop never does.",
            "Start web, events, worker, bots, beat and mail now.",
        ):
            self.stdout.write(line)

    def _say_lost(self, done: restore.Restored) -> None:
        for line in (
            f"{done.lost.count} confirmed answers are forgotten; their people are told which.",
            f"{len(done.lost.seen)} tables get hands whose cards were seen before.",
            f"{done.left} letters had left and stay so; {done.mails} mails are read again.",
            f"{done.lost.people} accounts that were made since are gone.",
            f"{done.erased} people had deleted their data since: they have been deleted again.",
        ):
            self.stdout.write(line)


@contextmanager
def _reachable(url: str | None) -> Iterator[str | None]:
    """The alias under which that database can be read. Raises `CommandError`."""
    if not url:
        yield None
        return
    try:
        found = Env.db_url_config(url)
        found["HOST"] = unquote(found["HOST"])  # as in DATABASE_URL, a folder with a socket
        ours = {**connections.databases["default"], "HOST": "", "PORT": ""}
        connections.databases[OLD] = {**ours, **found}
        connections[OLD].ensure_connection()
    except (DatabaseError, ImproperlyConfigured, ValueError) as error:
        raise CommandError(f"--old cannot be read: {str(error).strip()}") from None
    try:
        yield OLD
    finally:
        connections[OLD].close()
        del connections.databases[OLD]


def moment(given: str | None) -> datetime | None:
    """Parses a time, in UTC if it has no zone. Raises `CommandError`."""
    if not given:
        return None
    try:
        found = parse_datetime(given)
    except ValueError:
        found = None
    if found is None:
        raise CommandError(f"{given} is no moment such as 2026-11-23T07:50:00Z.")
    return found if timezone.is_aware(found) else found.replace(tzinfo=UTC)
