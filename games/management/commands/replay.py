"""`manage.py replay FILE`: like `python -m games.rules.replay`; needs no database."""

import argparse
import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.rules.replay import add_arguments, run


class Command(BaseCommand):
    help = "Replays and checks a record, as text or with --trace as JSON."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        status = run(options["file"], options["trace"])
        if status:
            sys.exit(status)
