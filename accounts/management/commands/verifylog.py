"""Checks that nobody altered, dropped or cut off entries of the moderators' log."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.staff.audit_log import verify


class Command(BaseCommand):
    help = (
        "Verify the chain of the moderators' log, and print its last digest to be kept elsewhere."
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
            raise CommandError(f"{found.entries} entries hold. {found.fault}")
        self.stdout.write(f"{found.entries} entries hold. Last digest: {found.head or '(none)'}")
