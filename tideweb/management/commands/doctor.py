"""`manage.py doctor`: checks this installation and says what to do."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tideweb import doctor


class Command(BaseCommand):
    help = (
        "Checks database, broker, cache, keys, mail in and out, DNS, clock, migrations, "
        "disk space, all parts and bots; exits with 1 if anything is wrong."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for finding in doctor.examine():
            wrong += finding.verdict == "wrong"
            self.stdout.write(f"{finding.verdict:<7}{finding.what}")
            if finding.remedy:
                self.stdout.write(f"       → {finding.remedy}")
        if wrong:
            raise CommandError(f"{wrong} of these are wrong.")
