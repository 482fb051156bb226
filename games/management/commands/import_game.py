"""`manage.py import_game FILE KEY`: imports a game from another server."""

import argparse
import base64
import binascii
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.services.moving.arrival import arrive
from games.services.moving.departure import KEY_BYTES
from games.services.moving.refusal import CannotMove


class Command(BaseCommand):
    help = "Imports a game that `export_game` wrote on another server of the same version."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("key", metavar="KEY", type=Path, help="the file with its key")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = arrive(options["file"].read_bytes(), _key(options["key"].read_bytes()))
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}. Nothing was done.") from None
        except CannotMove as error:
            raise CommandError(f"{error} Nothing was done.") from None
        self.stdout.write(f"{game.name} goes on at {settings.SITE_URL}/g/{game.code}/")


def _key(text: bytes) -> bytes:
    try:
        found = base64.b64decode(text.strip(), validate=True)
    except binascii.Error:
        found = b""
    if len(found) != KEY_BYTES:
        raise CannotMove("This is no key of a game.")
    return found
