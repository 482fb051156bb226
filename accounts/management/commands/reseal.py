"""`manage.py reseal`: re-encrypts everything with the first key after a key change."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.security import key_check, key_rotation

MAX_BATCH = 10_000  # rows


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
            for count in key_rotation.reseal(min(max(1, options["batch"]), MAX_BATCH)):
                broken += len(count.broken)
                self.stdout.write(f"{count.column}: {count.resealed} re-encrypted{_bad(count)}")
        except key_check.WrongKey as wrong:
            raise CommandError(str(wrong)) from None
        if broken:
            raise CommandError(
                f"{broken} values can’t be decrypted with any key and were left as they are. Add "
                "the missing key to TIDEWEB_SEAL_KEYS again, and rerun this command."
            )
        if not key_rotation.is_done():
            raise CommandError(
                "Something was encrypted with another key meanwhile. Restart every process with "
                "the new keys, and run this command again; keep the others until then."
            )
        self.stdout.write(
            "Everything is encrypted with the first key: you can remove the others now."
        )


def _bad(count: key_rotation.Count) -> str:
    ids = ", ".join(map(str, count.broken[:5]))
    return f"; {len(count.broken)} can’t be decrypted, such as {ids}" if count.broken else ""
