"""`manage.py restore FOLDER --into DATA [--until MOMENT]`: creates a data folder from a backup."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import encryption
from games.management.commands.after_restore import moment
from tideweb import backups, recovery


class Command(BaseCommand):
    help = (
        "Creates a new data folder for PostgreSQL as of a point in time. Existing data isn't "
        "touched. Start PostgreSQL on it, then run after_restore."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="where backups are kept")
        parser.add_argument("--into", type=Path, required=True, metavar="DATA", help="a new folder")
        parser.add_argument("--until", metavar="MOMENT", help="default: the latest possible")

    def handle(self, *args: Any, **options: Any) -> None:
        until = moment(options["until"])
        try:
            base = backups.choose(options["folder"], until)
            for path in backups.damaged(options["folder"]):
                self.stderr.write(f"{path} is damaged or half deleted, so it is passed over.")
            found = recovery.restore(base, options["into"], encryption.ring(), until)
        except backups.BackupError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            reason = error.strerror or error
            raise CommandError(f"{error.filename or options['folder']}: {reason}") from None
        self._say_end(found)
        self.stdout.write(
            f"{options['into']} is ready, from the backup of {base.made_at:%Y-%m-%d %H:%M:%S} "
            f"UTC. Start PostgreSQL {base.major} on it, wait until it accepts writes, and run "
            "manage.py after_restore before anything else starts."
        )

    def _say_end(self, found: recovery.Restored) -> None:
        last = f"{found.last:%Y-%m-%d %H:%M:%S.%f} UTC" if found.last else "the backup itself"
        self.stdout.write(f"The last change in its log is of {last}.")
        if found.short:
            self.stdout.write("That is before --until, so everything there is will be restored.")
        if found.gap:
            self.stderr.write(
                f"The log has a gap after {found.gap}: what lies beyond cannot be restored from "
                "this backup."
            )
