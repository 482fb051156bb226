"""`manage.py archive TARGET`: records of finished games, to a folder or to object storage."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tideweb.object_storage import StorageError, storage
from tideweb.record_archive import put_all


class Command(BaseCommand):
    help = (
        "Puts the record of each finished game that is not there yet into a folder, or into a "
        "bucket (s3://bucket/prefix). May be broken off and run again."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("target", metavar="TARGET", help="a folder, or s3://bucket/prefix")
        parser.add_argument(
            "--anew", action="store_true", help="all of them, also those that are there"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        try:
            for some in put_all(storage(options["target"]), anew=options["anew"]):
                count += some
        except StorageError as error:
            raise CommandError(f"{error} {count} records were put before that.") from None
        self.stdout.write(f"{count} records were put into {options['target']}.")
