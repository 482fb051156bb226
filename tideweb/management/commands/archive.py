"""`manage.py archive TARGET`: exports records of finished games to a folder or object storage."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tideweb.object_storage import StorageError, storage
from tideweb.record_archive import put_all


class Command(BaseCommand):
    help = (
        "Exports the records of finished games that aren't there yet to a folder or a bucket "
        "(s3://bucket/prefix). Can be interrupted and run again."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("target", metavar="TARGET", help="a folder, or s3://bucket/prefix")
        parser.add_argument(
            "--anew", action="store_true", help="export all, including those already there"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        try:
            for some in put_all(storage(options["target"]), anew=options["anew"]):
                count += some
        except StorageError as error:
            raise CommandError(f"{error} {count} records were exported before that.") from None
        self.stdout.write(f"{count} records were exported to {options['target']}.")
