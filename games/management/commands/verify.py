"""`manage.py verify RECORD`: verifies a record; needs no database.

A record alone can only be shown to be consistent; `--commitment`, `--start` and `--receipt` compare
it with what somebody received earlier.
"""

import argparse
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules.replay import content
from games.verification import Check, Known, all_passed, verify_text

VERDICTS = {True: "passed", False: "FAILED", None: "unknown"}
CROWD = 3  # from this many passed checks of a kind on, only their number is shown


class Command(BaseCommand):
    help = (
        "Verifies a record: commitment, start, seed, shuffles, receipts, replay and outcome. "
        "Exits with 1 if any check fails."
    )
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("record", metavar="RECORD", help="a file, or - for standard input")
        parser.add_argument("--all", action="store_true", help="list every receipt and shuffle")
        parser.add_argument(
            "--commitment", default="", help="as shown by the table before the start"
        )
        parser.add_argument("--start", default="", help="as in the e-mail at the start")
        parser.add_argument(
            "--receipt", action="append", help="the receipt of an answer; can be repeated"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        known = Known(options["commitment"], options["start"], tuple(options["receipt"] or ()))
        try:
            checks = verify_text(content(options["record"]), known)
        except OSError as error:
            raise CommandError(f"{options['record']}: {error.strerror}") from None
        for line in _lines(checks, every=options["all"]):
            self.stdout.write(line)
        if not all_passed(checks):
            sys.exit(1)
        self.stdout.write(_verdict(checks))


def _lines(checks: list[Check], *, every: bool) -> list[str]:
    """One line per check; many passed checks of a kind share a line."""
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


def _verdict(checks: list[Check]) -> str:
    """The verdict if nothing failed, and what it is based on."""
    fits = dict.fromkeys(c.place for c in checks if c.kind == "outside" and c.passed)
    if fits:
        return f"It does not contradict itself, and fits what you gave: {', '.join(fits)}."
    return "It does not contradict itself. Nothing was given to show that it was played so."


def _line(check: Check) -> str:
    what = f"{check.kind}, {check.place}" if check.place else check.kind
    return f"{VERDICTS[check.passed]}  {what}: {check.reason}"
