"""`manage.py reseal`: re-encrypts everything with the first key after a key change."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.security import key_check, key_rotation


class Command(BaseCommand):
    help = (
        "Re-encrypts everything with the first key of TIDEWEB_SEAL_KEYS, so that the others can be "
        "removed. Restart every process with the new keys first. Can be interrupted and run again."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--batch", type=int, default=key_rotation.BATCH, help="rows locked at a time (200)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        broken = 0
        try:
            for count in key_rotation.reseal(max(1, options["batch"])):
                broken += len(count.broken)
                self.stdout.write(f"{count.column}: {count.resealed} sealed anew{_bad(count)}")
        except key_check.WrongKey as wrong:
            raise CommandError(str(wrong)) from None
        if broken:
            raise CommandError(
                f"{broken} values do not open with any key and stay as they are. Put the key "
                "that sealed them back into the ring and run this again."
            )
        self.stdout.write("Nothing is sealed by another key: the others may leave the ring.")


def _bad(count: key_rotation.Count) -> str:
    ids = ", ".join(map(str, count.broken[:5]))
    return f"; {len(count.broken)} do not open, such as {ids}" if count.broken else ""
