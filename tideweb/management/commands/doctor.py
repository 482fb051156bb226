"""`manage.py doctor`: what is wrong, and what to do."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tideweb import doctor


class Command(BaseCommand):
    help = (
        "Examines database, broker, cache, keys, mail both ways, DNS, clock, migrations, space and "
        "all parts; ends with 1 if something is wrong."
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
