"""`manage.py backup FOLDER`: makes a base backup or, with --follow, streams the log."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from accounts import encryption
from accounts.operation import heartbeats
from accounts.text.numbers import at_least
from tideweb import backup_watch, backups, following
from tideweb.environment import connection_string


class Command(BaseCommand):
    help = (
        "Makes a base backup without interrupting games. With --follow it streams the write-ahead "
        "log into the same folder until it is stopped, so that any point in time can be restored. "
        "Neither contains the keys: keep those elsewhere."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="where backups are kept")
        parser.add_argument("--follow", action="store_true", help="stream the log until stopped")
        parser.add_argument(
            "--keep",
            type=at_least(0),
            default=0,
            help="delete all but this many backups; 0: keep all",
        )
        parser.add_argument(
            "--server",
            default="",
            metavar="URL",
            help="the database itself if DATABASE_URL is a pooler",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        conninfo = options["server"] or connection_string(settings.DATABASES["default"])
        try:
            self._back_up(folder, conninfo, options["follow"], options["keep"])
        except backups.BackupError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{error.filename or folder}: {error.strerror or error}") from None

    def _back_up(self, folder: Path, conninfo: str, follow: bool, keep: int) -> None:
        connection.ensure_connection()
        major = connection.cursor().connection.info.server_version // 10000
        if follow:
            command, told = following.follow_command(folder, conninfo, major)
            for line in told:
                self.stderr.write(line)
            self.stderr.flush()
            os.execve(command[0], command, backups.environment(conninfo))  # noqa: S606
        connection.close()  # a base takes long, and what is idle so long may be cut off
        base = backups.back_up(folder, conninfo, major, encryption.ring())
        self.stdout.write(f"{base.folder} is whole, as of {base.made_at:%Y-%m-%d %H:%M:%S} UTC.")
        heartbeats.note(heartbeats.BACKUP, base.made_at)
        if keep > 0:
            self.stdout.write(f"{backups.prune(folder, keep)} older backups were deleted.")
        for path in backups.damaged(folder):
            self.stderr.write(f"{path} is damaged or half deleted: no restore can use it.")
        slot = backup_watch.slot()
        if slot is None or not slot.followed:
            self.stderr.write(
                "Nobody streams the log into this folder, so later changes would be lost: start "
                "manage.py backup --follow."
            )
