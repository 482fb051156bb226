"""`manage.py export_game CODE FILE`: exports a running game for another server."""

import argparse
import base64
import errno
import os
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from games.services.moving.departure import Packed, leave
from games.services.moving.refusal import CannotMove


class Command(BaseCommand):
    help = (
        "Writes a running game to FILE, encrypted with a key of its own, which goes to FILE.key. "
        "Anybody with both can see all cards, so send them separately."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("code", metavar="CODE", help="the code in the table's URL")
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--move", action="store_true",
            help="delete it here once the file is written, so that it continues only there",
        )  # fmt: skip
        parser.add_argument(
            "--with-guests", action="store_true",
            help="also if guests sit at the table, who cannot sign in at the other server",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        key = file.with_name(f"{file.name}.key")

        def keep(packed: Packed) -> None:
            _write_both({file: packed.content, key: base64.b64encode(packed.key) + b"\n"})

        try:
            how = {"move": options["move"], "with_guests": options["with_guests"]}
            leave(options["code"], keep, **how)
        except FileExistsError as error:
            raise CommandError(f"{error.filename} is there already; nothing was done.") from None
        except (CannotMove, OSError) as error:
            raise CommandError(str(error)) from None
        gone = "It is gone from here." if options["move"] else "It goes on here as well."
        self.stdout.write(f"{options['code']} is in {file}, its key in {key}. {gone}")


def _write_both(contents: dict[Path, bytes]) -> None:
    """All of these files or none: a file without its key would only be in the way."""
    for path in contents:
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    written: list[Path] = []
    try:
        for path, content in contents.items():
            with _created(path) as stream:
                written.append(path)
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
        _keep_names(written)
    except BaseException:  # Ctrl-C as well
        for path in written:
            path.unlink(missing_ok=True)
        raise


def _keep_names(paths: list[Path]) -> None:
    """A file is safe from a power failure only once its folder is on disk, too."""
    for folder in {path.parent for path in paths}:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _created(path: Path) -> BinaryIO:
    """A new file that only its owner can read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
