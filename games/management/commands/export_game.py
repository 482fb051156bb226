"""`manage.py export_game CODE FILE`: a running game, for another server."""

import argparse
import base64
import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services.moving.departure import CannotMove, Packed, leave


class Command(BaseCommand):
    help = (
        "Writes a running game into FILE, sealed with a key of its own, which goes into FILE.key. "
        "Whoever has both has all its cards: send them by different ways."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("code", metavar="CODE", help="the code in the address of the table")
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--move", action="store_true",
            help="take it from here as soon as the file is written, so that it goes on there alone",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        key = file.with_name(f"{file.name}.key")

        def keep(packed: Packed) -> None:
            _write(file, packed.content)
            _write(key, base64.b64encode(packed.key) + b"\n")

        try:
            leave(options["code"], keep, move=options["move"])
        except FileExistsError as error:
            raise CommandError(f"{error.filename} is there already; nothing was done.") from None
        except (CannotMove, OSError) as error:
            raise CommandError(str(error)) from None
        gone = "It is gone from here." if options["move"] else "It goes on here as well."
        self.stdout.write(f"{options['code']} is in {file}, its key in {key}. {gone}")


def _write(path: Path, content: bytes) -> None:
    """Readable for nobody else, and on the disk before anything is taken away."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
