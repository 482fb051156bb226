"""`manage.py verify RECORD`: every check of a record, and no database."""

import argparse
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.verifying import Check, all_passed, verify_text

VERDICTS = {True: "passed", False: "FAILED", None: "unknown"}
CROWD = 3  # so many passed checks of a kind, and they are counted instead of listed


class Command(BaseCommand):
    help = (
        "Checks a record: commitment, seed, shuffles, receipts, replay and outcome. "
        "Exit status 1 if anything does not hold."
    )
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("record", metavar="RECORD", help="a file; - reads standard input")
        parser.add_argument("--all", action="store_true", help="list every receipt and shuffle")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            checks = verify_text(_content(options["record"]))
        except OSError as error:
            raise CommandError(f"{options['record']}: {error.strerror}") from None
        for line in _lines(checks, every=options["all"]):
            self.stdout.write(line)
        if not all_passed(checks):
            sys.exit(1)


def _content(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _lines(checks: list[Check], *, every: bool) -> list[str]:
    """One line a check, failed or passed; many of a kind that passed are one line."""
    lines = []
    for kind in dict.fromkeys(check.kind for check in checks):
        of_kind = [check for check in checks if check.kind == kind]
        passed = [check for check in of_kind if check.passed]
        lines += [_line(check) for check in of_kind if not check.passed]
        if every or len(passed) <= CROWD:
            lines += [_line(check) for check in passed]
        else:
            lines.append(f"passed  {kind}: {len(passed)} of {len(of_kind)}")
    return lines


def _line(check: Check) -> str:
    what = f"{check.kind}, {check.place}" if check.place else check.kind
    return f"{VERDICTS[check.passed]}  {what}: {check.reason}"
