"""`manage.py verifylog`: checks that no entry of the moderators' log was altered or removed."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.staff.audit_log import verify


class Command(BaseCommand):
    help = (
        "Verifies the chain of the moderators' log and prints its last digest; keep that elsewhere."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--expect",
            default="",
            metavar="DIGEST",
            help="a digest printed earlier, which must still be in the log",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        found = verify(options["expect"])
        if found.fault:
            raise CommandError(f"{found.entries} entries are valid. {found.fault}")
        self.stdout.write(
            f"{found.entries} entries are valid. Last digest: {found.head or '(none)'}"
        )
